import type { LeaveDetail } from "../../../../shared/requests/leave/requests/leave.contract";
import { grantedLeaveStatuses, type LeaveStatus } from "../../../../shared/requests/leave/requests/leave.workflow";
import { useText } from "../../../platform/intl/useText";
import { Panel } from "../../../ui/Panel";
import { TeamCalendar } from "./TeamCalendar";
import { rangeOfLeave } from "./team-range";

export function AwayStrip({ leave }: { leave: LeaveDetail }) {
  const text = useText();
  const { requester, start_date, end_date, start_half, end_half, part, status, away, free } = leave;
  if (away.length === 0) return null;
  const barOf = { id: null, leave_type: null, start_half: null, end_half: null, part: null };
  const freeOf = (id: number) => free.people.find(({ user_id }) => user_id === id)?.days ?? [];
  const asks = {
    person: requester,
    department_id: null,
    free: freeOf(requester.id),
    leaves: [
      {
        ...barOf,
        start_date,
        end_date,
        start_half,
        end_half,
        part,
        state: grantedLeaveStatuses.includes(status as LeaveStatus) ? ("booked" as const) : ("waiting" as const),
      },
    ],
  };
  const others = [...new Map(away.map(({ person }) => [person.id, person])).values()].map((person) => ({
    person,
    department_id: null,
    free: freeOf(person.id),
    leaves: away.filter((one) => one.person.id === person.id).map(({ person: _, ...one }) => ({ ...barOf, ...one })),
  }));
  const team = {
    weekend: [...free.weekend],
    holidays: free.holidays.map((holiday) => ({ ...holiday, half: null })),
    departments: [],
    away: [],
    below: [],
    can: { set_cover: false },
    people: [asks, ...others],
  };
  return (
    <Panel title={text("leave.alsoAway")}>
      <TeamCalendar team={team} {...rangeOfLeave(start_date, end_date)} />
    </Panel>
  );
}
