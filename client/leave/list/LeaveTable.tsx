import { Link } from "react-router-dom";
import type { Leave } from "../../../shared/leave/leave.contract";
import { grantedLeave } from "../../../shared/leave/leave.workflow";
import { RequestRows } from "../../approvals/list/RequestList";
import type { RequestScope } from "../../approvals/list/useRequestFilter";
import { useNameOf } from "../../platform/intl/useNameOf";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useToday } from "../../platform/today";
import { Avatar } from "../../ui/signs/Avatar";
import { EmptyState } from "../../ui/states/EmptyState";
import { LeaveSign } from "../LeaveSign";
import { LeaveStatus } from "../LeaveStatus";
import classes from "../leave.module.css";
import { useLeaveWords } from "../useLeaveWords";

/** Approved leave that comes next, or goes on today. */
function nextOf(rows: readonly Leave[], today: string): number | null {
  const ahead = rows.filter(({ status, end_date }) => grantedLeave.some((one) => one === status) && end_date >= today);
  return ahead.toSorted((a, b) => a.start_date.localeCompare(b.start_date))[0]?.id ?? null;
}

interface LeaveTableProps {
  rows: readonly Leave[];
  /** `mine`: all of one person, who is named by what stands around it. */
  scope: RequestScope;
  /** Filters are set: nothing found isn't nothing at all. */
  narrowed: boolean;
}

export function LeaveTable({ rows, scope, narrowed }: LeaveTableProps) {
  const text = useText();
  const { daysOf, datesOf } = useLeaveWords();
  const nameOf = useNameOf();
  const today = useToday();
  if (rows.length === 0) {
    return (
      <EmptyState
        title={text(narrowed ? "leave.noneSuch" : "leave.none")}
        text={narrowed ? undefined : text("leave.none.why")}
      />
    );
  }
  const next = scope === "mine" ? nextOf(rows, today) : null;
  return (
    <RequestRows layout={classes.rows}>
      <li className={classes.titles} aria-hidden>
        <span />
        <span>{text(scope === "mine" ? "leave.col.type" : "leave.col.person")}</span>
        <span>{text("leave.dates")}</span>
        <span>{text("leave.col.days")}</span>
        <span>{text("leave.statusLabel")}</span>
      </li>
      {rows.map((leave) => (
        <li key={leave.id}>
          <Link to={paths.leave(leave.status === "draft" ? "edit" : "view", leave.id)}>
            {scope === "mine" ? (
              <LeaveSign icon={leave.leave_type.icon} />
            ) : (
              <Avatar person={leave.requester} size={24} named />
            )}
            <span className={classes.what}>
              {scope !== "mine" && <bdi>{leave.requester.fullname}</bdi>}
              <bdi className={scope === "mine" ? undefined : classes.quiet}>{nameOf(leave.leave_type)}</bdi>
            </span>
            <span className={classes.dates}>
              {datesOf(leave)}
              {leave.id === next && <small className={classes.next}>{text("leave.next")}</small>}
            </span>
            <span className={classes.days}>{daysOf(leave.days)}</span>
            <span className={classes.state}>
              <LeaveStatus status={leave.status} />
            </span>
          </Link>
        </li>
      ))}
    </RequestRows>
  );
}
