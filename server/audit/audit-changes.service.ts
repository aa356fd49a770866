import type { AuditChange, listAuditChanges } from "../../shared/audit/audit-changes.contract";
import { auditValueText } from "../../shared/audit/audit-changes.rules";
import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import { type Page, pageMetaOf } from "../../shared/kernel/paging";
import { csvOf } from "../../shared/kernel/text/csv";
import { readPrivateFor } from "../people/private-reader.service";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import type { Translate } from "../platform/text";
import { allRows, type CsvFile } from "./csv-export";

type Filter = Pick<QueryOf<typeof listAuditChanges>, "actor_id" | "subject_id" | "kind" | "from" | "to">;

interface Row extends Omit<AuditChange, "at"> {
  at: Date;
}

const fits = `e.tenant_id = current_tenant()
  AND ($1::bigint IS NULL OR e.actor_id = $1) AND ($2::bigint IS NULL OR e.subject_id = $2)
  AND ($3::text IS NULL OR e.kind = $3)
  AND ($4::date IS NULL OR e.at >= $4::timestamp AT TIME ZONE $6)
  AND ($5::date IS NULL OR e.at < ($5::timestamp + interval '1 day') AT TIME ZONE $6)`;
const count = sql("auditChanges.count", `SELECT count(*)::int AS total FROM audit_change e WHERE ${fits}`);
/** Somebody as they are called now; who is gone, as they were called then. */
const person = (of: "actor" | "subject") => `CASE WHEN e.${of}_id IS NOT NULL THEN (
    SELECT json_build_object('id', e.${of}_id, 'fullname', COALESCE(u.fullname, e.${of}, ''), 'image', u.image)
    FROM (SELECT) AS one LEFT JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.${of}_id) END AS ${of}`;
const list = sql(
  "auditChanges.list",
  `SELECT e.id, e.at, e.kind, ${person("actor")}, e.via, ${person("subject")}, e.record,
     COALESCE(s.before, e.before) AS before, COALESCE(s.after, e.after) AS after,
     e.kind = 'salary' AND s.change_id IS NULL AS hidden,
     COALESCE(e.gained, '{}') AS gained, COALESCE(e.lost, '{}') AS lost
   FROM audit_change e LEFT JOIN audit_salary s ON s.tenant_id = e.tenant_id AND s.change_id = e.id
   WHERE ${fits} AND ($9::bigint IS NULL OR e.id < $9) ORDER BY e.id DESC LIMIT $7 OFFSET $8`,
);

const valuesOf = ({ actor_id, subject_id, kind, from, to }: Filter, { timeZone }: Actor) => [
  actor_id ?? null,
  subject_id ?? null,
  kind ?? null,
  from ?? null,
  to ?? null,
  timeZone,
];

/** A page of the list, the latest first. Amounts only for whoever reads the person's pay. */
export async function auditChangesPage(
  tx: Tx,
  actor: Actor,
  filter: Filter,
  page: Page,
): Promise<ReplyOf<typeof listAuditChanges>> {
  await readPrivateFor(tx, actor);
  const values = valuesOf(filter, actor);
  const total = (await tx.one<{ total: number }>(count, values))?.total ?? 0;
  const rows = await tx.rows<Row>(list, [...values, page.perPage, page.offset, null]);
  return { data: rows.map((row) => ({ ...row, at: row.at.toISOString() })), meta: pageMetaOf(page, total) };
}

const columns = ["at", "actor", "kind", "subject", "record", "before", "after"] as const;

/** All that fits, the latest first. */
export async function auditChangesCsv(tx: Tx, actor: Actor, filter: Filter, text: Translate): Promise<CsvFile> {
  await readPrivateFor(tx, actor);
  const values = valuesOf(filter, actor);
  const total = (await tx.one<{ total: number }>(count, values))?.total ?? 0;
  const rows = await allRows((pageSize, before) => tx.rows<Row>(list, [...values, pageSize, 0, before]));
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
  return { bytes: Buffer.from(csvOf(table)), shown: rows.length, total };
}

/** What a role lost stands before, what it gained after. */
function cell(row: Row, side: "before" | "after", text: Translate): string {
  if (row.hidden) return text("audit.hidden");
  const codes = side === "before" ? row.lost : row.gained;
  if (codes.length > 0) return codes.join(" ");
  const value = row[side] ?? "";
  const words = auditValueText(row.kind, value);
  return words ? text(words) : value;
}
