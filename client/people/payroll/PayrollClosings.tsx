import { type PayrollDetail, payrollPointKinds } from "../../../shared/people/payroll/payroll.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { Panel } from "../../ui/Panel";
import { SpreadsheetMenu } from "../../ui/SpreadsheetMenu";
import { saveExport } from "./payroll-calls";
import classes from "./payroll.module.css";

/** History of a month: each closing with its export, and each reopening with its reason. */
export function PayrollClosings({ detail: { month, closings } }: { detail: PayrollDetail }) {
  const text = useText();
  const { dateTime, list, number } = useFormat();
  return (
    <Panel title={text("payroll.closings")} padded>
      <ol className={classes.closings}>
        {closings.map(({ number: nth, closed_at, closed_by, accepted, reopened_at, reopened_by, reason }) => {
          const points = payrollPointKinds.flatMap((kind) => {
            const count = accepted[kind];
            return count ? [text(`payroll.point.${kind}`, { count })] : [];
          });
          return (
            <li key={nth}>
              <div>
                <strong>{text("payroll.closing", { number: number(nth) })}</strong>{" "}
                {text("payroll.by", { when: dateTime(closed_at), name: closed_by?.fullname ?? "–" })}
                {points.length > 0 && (
                  <p className={classes.quiet}>{text("payroll.accepted", { points: list(points) })}</p>
                )}
                {reopened_at && (
                  <p>
                    {text("payroll.reopenedBy", { when: dateTime(reopened_at), name: reopened_by?.fullname ?? "–" })}{" "}
                    <bdi className={classes.quiet}>{reason}</bdi>
                  </p>
                )}
              </div>
              <SpreadsheetMenu quiet save={(format) => saveExport(month, format, nth)} />
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
