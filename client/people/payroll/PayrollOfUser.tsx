import { payrollOfUser } from "../../../shared/people/payroll/payroll.contract";
import { periodOfMonth } from "../../../shared/people/payroll/payroll.rules";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { isFilled, PayrollValue, useColumnTitle } from "./PayrollValue";
import classes from "./payroll.module.css";

/** Exported values of a person by month; the last month is expanded. */
export function PayrollOfUser({ id }: { id: number }) {
  const text = useText();
  const { day, dateTime } = useFormat();
  const titleOf = useColumnTitle();
  const query = useEndpoint(payrollOfUser, { params: { id } });
  return (
    <Panel title={text("payroll.exported")} padded>
      <QueryBoundary query={query} failed={text("payroll.failed")}>
        {({ data }) => (
          <div className={classes.exported}>
            {data.map(({ month, closed_at, state, columns, cells }, at) => (
              <details key={month} open={at === 0}>
                <summary>
                  <strong>{day(periodOfMonth(month).from, "monthYear")}</strong>{" "}
                  <span className={classes.quiet}>
                    {text(state === "open" ? "payroll.reopenedSince" : "payroll.closedAt", {
                      when: dateTime(closed_at),
                    })}
                  </span>
                </summary>
                <dl className={classes.facts}>
                  {columns
                    .filter(({ key }) => isFilled(cells[key]))
                    .map((column) => (
                      <div key={column.key}>
                        <dt>{titleOf(column)}</dt>
                        <dd>
                          <PayrollValue column={column.key} cell={cells[column.key]} />
                        </dd>
                      </div>
                    ))}
                </dl>
              </details>
            ))}
          </div>
        )}
      </QueryBoundary>
    </Panel>
  );
}
