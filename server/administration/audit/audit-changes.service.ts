import type { AuditChange, listAuditChanges } from "../../../shared/administration/audit/audit-changes.contract";
import { auditValueText } from "../../../shared/administration/audit/audit-changes.rules";
import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { type Page, pageMetaOf } from "../../../shared/kernel/paging";
import { serializeCsv } from "../../../shared/kernel/text/csv";
import { setPrivateReaderFor } from "../../people/people/private-reader";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import type { Translate } from "../../platform/text";
import { readAllRows, type CsvFile } from "./csv-export";
import type { InferType } from "yup";
import type { parkedEventReply } from "../../../shared/administration/audit/audit.contract";
import { Problem } from "../../../shared/kernel/problems";

// Event data reduced to record ids: failed events of any kind are listed, including project content, amounts and private bookings that the
// reader of this list may not see.
const numbers = `(SELECT COALESCE(jsonb_object_agg(f.key, f.value), '{}') FROM jsonb_each(e.data) AS f
   WHERE f.key ~ '(^|_)id$' AND jsonb_typeof(f.value) = 'number')`;
const selectParkedEvents = sql(
  "audit.parked",
  `SELECT id, type, stream, revision, at, parked_at, attempts, last_error, ${numbers} AS data FROM domain_event e
   WHERE tenant_id = current_tenant() AND parked_at IS NOT NULL ORDER BY parked_at DESC, id DESC LIMIT 200`,
  { notNull: ["parked_at"] },
);

// Returns only the first line of the error; the rest is in the log.
export async function listParkedEvents(tx: Tx): Promise<InferType<typeof parkedEventReply>[]> {
  type Row = Omit<InferType<typeof parkedEventReply>, "at" | "parked_at"> & { at: Date; parked_at: Date };
  const rows = await tx.rows<Row>(selectParkedEvents);
  return rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    parked_at: row.parked_at.toISOString(),
    last_error: row.last_error?.split("\n")[0] ?? null,
  }));
}

// Makes the event available again; the redrive schedule of any worker processes it within seconds.
const updateEventUnparked = sql(
  "audit.unpark",
  `UPDATE domain_event SET parked_at = NULL, attempts = 0
   WHERE tenant_id = current_tenant() AND id = $1 AND parked_at IS NOT NULL RETURNING id`,
);

export async function retryParkedEvent(tx: Tx, id: number): Promise<void> {
  if (!(await tx.one(updateEventUnparked, [id]))) throw new Problem("notFound");
}

type Filter = Pick<QueryOf<typeof listAuditChanges>, "actor_id" | "subject_id" | "kind" | "from" | "to">;

interface Row extends Omit<AuditChange, "at"> {
  at: Date;
}

const matchesFilter = `e.tenant_id = current_tenant()
  AND ($1::bigint IS NULL OR e.actor_id = $1) AND ($2::bigint IS NULL OR e.subject_id = $2)
  AND ($3::text IS NULL OR e.kind = $3)
  AND ($4::date IS NULL OR e.at >= $4::timestamp AT TIME ZONE $6)
  AND ($5::date IS NULL OR e.at < ($5::timestamp + interval '1 day') AT TIME ZONE $6)`;
const countChanges = sql(
  "auditChanges.count",
  `SELECT count(*)::int AS total FROM audit_change e WHERE ${matchesFilter}`,
);
/** A user with their current name, or the recorded name after deletion. */
const person = (of: "actor" | "subject") => `CASE WHEN e.${of}_id IS NOT NULL THEN (
    SELECT json_build_object('id', e.${of}_id, 'fullname', COALESCE(u.fullname, e.${of}, ''), 'image', u.image)
    FROM (SELECT) AS one LEFT JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.${of}_id) END AS ${of}`;
const selectChanges = sql(
  "auditChanges.list",
  `SELECT e.id, e.at, e.kind, ${person("actor")}, e.via, ${person("subject")}, e.record,
     COALESCE(s.before, e.before) AS before, COALESCE(s.after, e.after) AS after,
     e.kind = 'salary' AND s.change_id IS NULL AS hidden,
     COALESCE(e.gained, '{}') AS gained, COALESCE(e.lost, '{}') AS lost
   FROM audit_change e LEFT JOIN audit_salary s ON s.tenant_id = e.tenant_id AND s.change_id = e.id
   WHERE ${matchesFilter} AND ($9::bigint IS NULL OR e.id < $9) ORDER BY e.id DESC LIMIT $7 OFFSET $8`,
);

const valuesOf = ({ actor_id, subject_id, kind, from, to }: Filter, { timeZone }: Actor) => [
  actor_id ?? null,
  subject_id ?? null,
  kind ?? null,
  from ?? null,
  to ?? null,
  timeZone,
];

/** Returns a page of changes, latest first. Amounts are included only if the reader may see the employee's pay. */
export async function readAuditChangesPage(
  tx: Tx,
  actor: Actor,
  filter: Filter,
  page: Page,
): Promise<ReplyOf<typeof listAuditChanges>> {
  await setPrivateReaderFor(tx, actor);
  const values = valuesOf(filter, actor);
  const total = (await tx.one<{ total: number }>(countChanges, values))?.total ?? 0;
  const rows = await tx.rows<Row>(selectChanges, [...values, page.perPage, page.offset, null]);
  return { data: rows.map((row) => ({ ...row, at: row.at.toISOString() })), meta: pageMetaOf(page, total) };
}

const columns = ["at", "actor", "kind", "subject", "record", "before", "after"] as const;

export async function auditChangesCsv(tx: Tx, actor: Actor, filter: Filter, text: Translate): Promise<CsvFile> {
  await setPrivateReaderFor(tx, actor);
  const values = valuesOf(filter, actor);
  const total = (await tx.one<{ total: number }>(countChanges, values))?.total ?? 0;
  const rows = await readAllRows((pageSize, before) => tx.rows<Row>(selectChanges, [...values, pageSize, 0, before]));
  const table = [
    columns.map((column) => text(`audit.column.${column}`)),
    ...rows.map((row) => [
      row.at.toISOString(),
      row.actor?.fullname ?? (row.via ? text(`audit.via.${row.via}`) : ""),
      text(`audit.kind.${row.kind}`),
      row.subject?.fullname ?? "",
      row.record ?? "",
      cell(row, "before", text),
      cell(row, "after", text),
    ]),
  ];
  return { bytes: Buffer.from(serializeCsv(table, text.language)), rowCount: rows.length, total };
}

/** Permissions that a role lost are shown in the column before, those it gained in the column after. */
function cell(row: Row, side: "before" | "after", text: Translate): string {
  if (row.hidden) return text("audit.hidden");
  const codes = side === "before" ? row.lost : row.gained;
  if (codes.length > 0) return codes.join(" ");
  const value = row[side] ?? "";
  const words = auditValueText(row.kind, value);
  return words ? text(words) : value;
}
