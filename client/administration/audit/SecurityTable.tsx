import type { SecurityEvent } from "../../../shared/administration/audit/security-log.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { Avatar } from "../../ui/signs/Avatar";
import { Table } from "../../ui/Table";
import classes from "./log.module.css";
import { useSecurityFactText } from "./useSecurityFactText";

export function SecurityTable({ events }: { events: readonly SecurityEvent[] }) {
  const text = useText();
  const { dateTime } = useFormat();
  const factsOf = useSecurityFactText();
  return (
    <Table className={classes.table}>
      <thead>
        <tr>
          <th>{text("securityLog.column.at")}</th>
          <th>{text("securityLog.column.user")}</th>
          <th>{text("securityLog.column.kind")}</th>
          <th>{text("securityLog.column.outcome")}</th>
          <th>{text("securityLog.from.where")}</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <td className={classes.at}>
              <time dateTime={event.at}>{dateTime(event.at)}</time>
            </td>
            <td className={classes.who}>
              <Who event={event} />
            </td>
            <td className={classes.what}>
              {text(`securityLog.kind.${event.kind}`)}
              <small>{factsOf(event)}</small>
            </td>
            <td className={classes.outcome}>
              <span data-outcome={event.outcome}>{text(`securityLog.outcome.${event.outcome}`)}</span>
            </td>
            <td className={classes.where} title={event.request_id ?? undefined}>
              <bdi>{event.address ?? "–"}</bdi>
              {event.device && <small>{event.device}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Who({ event: { user, subject } }: { event: SecurityEvent }) {
  const text = useText();
  return (
    <>
      {user ? (
        <span>
          <Avatar person={user} size={20} hasVisibleName />
          <bdi>{user.fullname}</bdi>
        </span>
      ) : (
        text("securityLog.nobody")
      )}
      {subject && <small>{text("securityLog.about", { name: subject.fullname })}</small>}
    </>
  );
}
