import { IconCircleCheck } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { PayrollDetail, PayrollPointKind } from "../../../shared/people/payroll/payroll.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { Panel } from "../../ui/Panel";
import classes from "./payroll.module.css";

type Points = PayrollDetail["points"];
type Point = Points[number]["items"][number];

/** Address where an open point is settled. */
const addressOf: Record<PayrollPointKind, (point: Point) => string> = {
  time: ({ user, day }) => paths.timeWeek(user.id, day ?? ""),
  leave: ({ id }) => paths.leave("view", id ?? 0),
  change: ({ user }) => paths.employeeView(user.id),
  number: ({ user }) => paths.employee("edit", user.id),
};

/** Open points of a month, each with a link to the page where it is settled. */
export function PayrollPoints({ points }: { points: Points }) {
  const text = useText();
  const { number } = useFormat();
  const count = points.reduce((sum, point) => sum + point.count, 0);
  return (
    <Panel title={text("payroll.points")} count={count > 0 ? number(count) : null} padded>
      {count === 0 && (
        <p className={classes.state}>
          <IconCircleCheck size={16} stroke={1.75} aria-hidden className={classes.settled} />
          {text("payroll.noPoints")}
        </p>
      )}
      <div className={classes.points}>
        {points.map(({ kind, count: ofKind, items }) => (
          <section key={kind} aria-label={text(`payroll.point.${kind}`, { count: ofKind })}>
            <h3>{text(`payroll.point.${kind}`, { count: ofKind })}</h3>
            <ul>
              {items.map((item) => (
                <li key={`${item.user.id} ${item.id}`}>
                  <Link to={addressOf[kind](item)}>
                    <bdi>{item.user.fullname}</bdi>
                  </Link>{" "}
                  <PointFact point={item} />
                </li>
              ))}
            </ul>
            {ofKind > items.length && (
              <p className={classes.quiet}>{text("payroll.morePoints", { count: ofKind - items.length })}</p>
            )}
          </section>
        ))}
      </div>
    </Panel>
  );
}

function PointFact({ point: { weeks, day } }: { point: Point }) {
  const text = useText();
  const format = useFormat();
  if (weeks !== null) return <span className={classes.quiet}>{text("payroll.weeks", { count: weeks })}</span>;
  return day !== null && <span className={classes.quiet}>{format.day(day, "medium")}</span>;
}
