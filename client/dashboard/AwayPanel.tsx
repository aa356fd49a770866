import { teamLeave } from "../../shared/leave/leave-calendar.contract";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan, useHasFeature } from "../platform/session";
import { useOrganisationToday } from "../platform/useOrganisationToday";
import { useLeaveWords } from "../leave/useLeaveWords";
import { Panel } from "../ui/Panel";
import { Avatar } from "../ui/signs/Avatar";
import { Clip } from "../ui/signs/Clip";
import classes from "./dashboard.module.css";

/** Who is away on the organisation's today, as far as one may know; nothing where nobody is. Asked anew when that turns. */
export function AwayPanel() {
  const may = useCan()("leave-request-list");
  const has = useHasFeature()("leave_management");
  return may && has ? <Away /> : null;
}

function Away() {
  const text = useText();
  const { datesOf } = useLeaveWords();
  const today = useOrganisationToday();
  const people = useEndpoint(teamLeave, { query: { from: today, to: today, per_page: 200 } }).data?.data.people;
  const away = people?.flatMap(({ person, leaves }) => {
    const leave = leaves.find(({ state }) => state !== "waiting");
    return leave ? [{ person, leave }] : [];
  });
  if (!away || away.length === 0) return null;
  return (
    <Panel title={text("dashboard.away")} count={away.length}>
      <ul className={classes.list}>
        {away.map(({ person, leave }) => (
          <li key={person.id} className={classes.away}>
            <Avatar person={person} size={24} named />
            <Clip>{person.fullname}</Clip>
            <small>{datesOf(leave)}</small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
