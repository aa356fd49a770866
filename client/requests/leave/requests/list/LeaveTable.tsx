import { Link } from "react-router-dom";
import type { Leave } from "../../../../../shared/requests/leave/requests/leave.contract";
import { grantedLeaveStatuses } from "../../../../../shared/requests/leave/requests/leave.workflow";
import { RequestRows } from "../../../../approvals/approvals/list/RequestList";
import type { RequestScope } from "../../../../approvals/approvals/list/useRequestFilter";
import { useNameOf } from "../../../../platform/intl/useNameOf";
import { useText } from "../../../../platform/intl/useText";
import { paths } from "../../../../platform/paths";
import { useOrganizationToday } from "../../../../platform/useOrganizationToday";
import { Avatar } from "../../../../ui/signs/Avatar";
import { EmptyState } from "../../../../ui/states/EmptyState";
import { LeaveIcon } from "../../types/LeaveIcon";
import { LeaveStatus } from "../LeaveStatus";
import classes from "../../types/leave.module.css";
import { useLeaveTexts } from "../../types/useLeaveTexts";

function nextOf(rows: readonly Leave[], today: string): number | null {
  const ahead = rows.filter(
    ({ status, end_date, credit }) =>
      credit === null && grantedLeaveStatuses.some((one) => one === status) && end_date >= today,
  );
  return ahead.toSorted((a, b) => a.start_date.localeCompare(b.start_date))[0]?.id ?? null;
}

interface LeaveTableProps {
  rows: readonly Leave[];
  scope: RequestScope;
  /** Whether filters are set; decides between "no matches" and "no requests". */
  narrowed: boolean;
}

export function LeaveTable({ rows, scope, narrowed }: LeaveTableProps) {
  const text = useText();
  const { amountOf, datesOf } = useLeaveTexts();
  const nameOf = useNameOf();
  const today = useOrganizationToday();
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
        <span>{text("leave.col.amount")}</span>
        <span>{text("leave.statusLabel")}</span>
      </li>
      {rows.map((leave) => (
        <li key={leave.id}>
          <Link to={paths.leave(leave.status === "draft" ? "edit" : "view", leave.id)}>
            {scope === "mine" ? (
              <LeaveIcon icon={leave.leave_type.icon} />
            ) : (
              <Avatar person={leave.requester} size={24} hasVisibleName />
            )}
            <span className={classes.what}>
              {scope !== "mine" && <bdi>{leave.requester.fullname}</bdi>}
              <bdi className={scope === "mine" ? undefined : classes.quiet}>{nameOf(leave.leave_type)}</bdi>
            </span>
            <span className={classes.dates}>
              {datesOf(leave)}
              {leave.id === next && <small className={classes.next}>{text("leave.next")}</small>}
            </span>
            <span className={classes.days}>
              {leave.credit && "+"}
              {amountOf(leave.days, leave.leave_type.unit)}
            </span>
            <span className={classes.state}>
              <LeaveStatus status={leave.status} next={leave.next_status} />
            </span>
          </Link>
        </li>
      ))}
    </RequestRows>
  );
}
