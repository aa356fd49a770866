import type { Permission } from "../../../shared/kernel/access";
import { permissions } from "../../../shared/access";
import type { AuditChange } from "../../../shared/administration/audit/audit-changes.contract";
import { auditValueText } from "../../../shared/administration/audit/audit-changes.rules";
import { useFormat, useText } from "../../platform/intl/useText";
import { Avatar } from "../../ui/signs/Avatar";
import { Table } from "../../ui/Table";
import classes from "./log.module.css";
import tones from "../../ui/layout/tones.module.css";

export function AuditTable({ changes }: { changes: readonly AuditChange[] }) {
  const text = useText();
  const { dateTime } = useFormat();
  return (
    <Table className={classes.table} data-audit>
      <thead>
        <tr>
          <th>{text("audit.column.at")}</th>
          <th>{text("audit.column.actor")}</th>
          <th>{text("audit.column.kind")}</th>
          <th>{text("audit.column.before")}</th>
          <th>{text("audit.column.after")}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.id} data-plain={isSingleEvent(change) || undefined}>
            <td className={classes.at}>
              <time dateTime={change.at}>{dateTime(change.at)}</time>
            </td>
            <td className={classes.who}>
              <Actor change={change} />
            </td>
            <td className={classes.what}>
              {text(`audit.kind.${change.kind}`)}
              <small>
                <AuditSubject change={change} />
              </small>
            </td>
            <td className={classes.before}>
              <Value change={change} side="before" />
            </td>
            <td className={classes.after}>
              <Value change={change} side="after" />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** True for an event without old and new values. */
const isSingleEvent = ({ before, after, hidden, gained, lost }: AuditChange) =>
  before === null && after === null && !hidden && gained.length === 0 && lost.length === 0;

function Actor({ change: { actor, via } }: { change: AuditChange }) {
  const text = useText();
  if (!actor) return via ? text(`audit.via.${via}`) : text("audit.system");
  return (
    <span>
      <Avatar person={actor} size={20} hasVisibleName />
      <bdi>{actor.fullname}</bdi>
    </span>
  );
}

function AuditSubject({ change: { kind, subject, record, before, after } }: { change: AuditChange }) {
  // Omits the record's name if it is already one of the values, as for delegations and groups.
  const where = record !== before && record !== after && kind !== "person_removed" ? record : null;
  return (
    <>
      {subject && <bdi>{subject.fullname}</bdi>}
      {subject && where && " · "}
      {where && <bdi>{where}</bdi>}
    </>
  );
}

function Value({ change, side }: { change: AuditChange; side: "before" | "after" }) {
  const text = useText();
  const { day, money } = useFormat();
  const { kind, hidden } = change;
  if (hidden) return <span className={tones.muted}>{text("audit.hidden")}</span>;
  const codes = (side === "before" ? change.lost : change.gained).filter((code): code is Permission =>
    permissions.includes(code as Permission),
  );
  if (codes.length > 0) {
    return (
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{text(`permission.${code}`)}</li>
        ))}
      </ul>
    );
  }
  const value = change[side];
  if (value === null) return <span aria-label={text("audit.nothing")}>–</span>;
  const words = auditValueText(kind, value);
  if (words) return text(words);
  if (kind === "salary") {
    const [amount = "", currency = ""] = value.split(" ");
    return <bdi>{money(amount, currency)}</bdi>;
  }
  return <bdi>{kind === "joined_on" || kind === "last_day" ? day(value, "medium") : value}</bdi>;
}
