import { listTeamLeave } from "../../../shared/requests/leave/cover/team-calendar.contract";
import { addDays } from "../../../shared/kernel/days";
import { useFormat, useText } from "../../platform/intl/useText";
import { useNameOf } from "../../platform/intl/useNameOf";
import { useEndpoint } from "../../platform/query";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { paths } from "../../platform/paths";
import { Link } from "react-router-dom";
import { Panel } from "../../ui/Panel";
import { Avatar } from "../../ui/signs/Avatar";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { ErrorState } from "../../ui/states/ErrorState";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { awayOn } from "./away";
import classes from "./dashboard.module.css";

/**
 * Employees who are away today and tomorrow (in the tenant's time zone), as far as the user may see them. Refetched when the day changes.
 */
export function AwayPanel() {
  const text = useText();
  const today = useOrganizationToday();
  const tomorrow = addDays(today, 1);
  const query = useEndpoint(listTeamLeave, { query: { from: today, to: tomorrow, away: true, per_page: 200 } });
  const people = query.data?.data.people;
  const now = awayOn(people ?? [], today);
  const next = awayOn(people ?? [], tomorrow).filter(({ leave }) => leave.start_date > today);
  return (
    <Panel title={text("dashboard.away")} end={<Link to={paths.leaveTab("team")}>{text("leave.tab.team")}</Link>}>
      {query.isPending && <SkeletonRows rows={1} />}
      {query.error && !people && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {people && now.length === 0 && next.length === 0 && (
        <p className={classes.quiet}>{text("dashboard.away.none")}</p>
      )}
      {now.length > 0 && <People title={text("dashboard.today")} away={now} />}
      {next.length > 0 && <People title={text("dashboard.tomorrow")} away={next} />}
    </Panel>
  );
}

function People({ title, away }: { title: string; away: ReturnType<typeof awayOn> }) {
  const text = useText();
  const nameOf = useNameOf();
  const { day } = useFormat();
  return (
    <section aria-label={title}>
      <h3 className={classes.group}>{title}</h3>
      <ul>
        {away.map(({ person, leave }) => (
          <li key={person.id} className={classes.away}>
            <Avatar person={person} size={24} hasVisibleName />
            <TruncatedName>{person.fullname}</TruncatedName>
            <small>
              {leave.leave_type && (
                <>
                  <bdi>{nameOf(leave.leave_type)}</bdi>
                  {" · "}
                </>
              )}
              {text("dashboard.away.until", { day: day(leave.end_date) })}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
