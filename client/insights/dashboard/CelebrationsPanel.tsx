import { listCelebrations } from "../../../shared/insights/dashboard/dashboard.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { Avatar } from "../../ui/signs/Avatar";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { ErrorState } from "../../ui/states/ErrorState";
import classes from "./dashboard.module.css";

export function CelebrationsPanel() {
  const text = useText();
  const { day, number } = useFormat();
  const query = useEndpoint(listCelebrations);
  const ahead = query.data?.data;
  if (query.error && !ahead)
    return (
      <Panel title={text("dashboard.panel.celebrations")}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Panel>
    );
  if (!ahead || ahead.length === 0) return null;
  return (
    <Panel title={text("dashboard.panel.celebrations")} count={number(ahead.length)}>
      <ul className={classes.list}>
        {ahead.map(({ person, kind, date, years }) => (
          <li key={`${kind} ${person.id}`} className={classes.away}>
            <Avatar person={person} size={24} hasVisibleName />
            <TruncatedName>{person.fullname}</TruncatedName>
            <small>
              {years === null ? text("dashboard.birthday") : text("dashboard.anniversary", { years })}
              {" · "}
              {day(date, "short")}
            </small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
