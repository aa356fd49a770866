import type { LeaveDetail } from "../../../shared/leave/leave.contract";
import { dayNumber, dayOfNumber } from "../../../shared/kernel/days";
import { useText } from "../../platform/intl/useText";
import { Panel } from "../../ui/Panel";
import { TeamCalendar } from "./TeamCalendar";

const fewest = 10;
const most = 42;

/** Who of the department is away on the days that are asked for, below whoever asks. */
export function AwayStrip({ leave }: { leave: LeaveDetail }) {
  const text = useText();
  const { requester, start_date, end_date, start_half, end_half, status, away, free } = leave;
  if (away.length === 0) return null;
  const first = dayNumber(start_date);
  const count = Math.min(most, Math.max(fewest, dayNumber(end_date) - first + 1));
  const days = Array.from({ length: count }, (_, at) => dayOfNumber(first + at));
  const range = { from: start_date, to: dayOfNumber(first + count - 1), days };
  const barOf = { id: null, leave_type: null, start_half: null, end_half: null, state: "booked" as const };
  const asks = {
    person: requester,
    department_id: null,
    leaves: [
      {
        ...barOf,
        start_date,
        end_date,
        start_half,
        end_half,
        state: status === "approved" ? barOf.state : ("waiting" as const),
      },
    ],
  };
  const others = [...new Map(away.map(({ person }) => [person.id, person])).values()].map((person) => ({
    person,
    department_id: null,
    leaves: away
      .filter((one) => one.person.id === person.id)
      .map((one) => ({ ...barOf, start_date: one.start_date, end_date: one.end_date })),
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
      <TeamCalendar team={team} range={range} view="month" />
    </Panel>
  );
}
