import type { InferType } from "yup";
import type { SecurityEvent, listSecurityEvents } from "../../../shared/administration/audit/security-log.contract";
import type { QueryOf } from "../../../shared/kernel/endpoint";
import { type Page, pageMetaOf, type PageMeta } from "../../../shared/kernel/paging";
import { securityLogDays } from "../../../shared/kernel/security";
import { serializeCsv } from "../../../shared/kernel/text/csv";
import type { Actor } from "../../platform/session";
import type { Translate } from "../../platform/text";
import { personJson } from "../../platform/database/person-json";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { readAllRows, type CsvFile } from "./csv-export";

type Filter = Pick<QueryOf<typeof listSecurityEvents>, "user_id" | "kind" | "outcome" | "from" | "to">;
type Reply = InferType<(typeof listSecurityEvents)["reply"]>;

interface Row extends Omit<SecurityEvent, "at"> {
  at: Date;
}

const matchesFilter = `e.tenant_id = current_tenant()
  AND ($1::bigint IS NULL OR e.user_id = $1 OR e.subject_id = $1)
  AND ($2::text IS NULL OR e.kind = $2) AND ($3::text IS NULL OR e.outcome = $3)
  AND ($4::date IS NULL OR e.at >= $4::timestamp AT TIME ZONE $6)
  AND ($5::date IS NULL OR e.at < ($5::timestamp + interval '1 day') AT TIME ZONE $6)`;
const person = (of: string) =>
  `(SELECT ${personJson("u")} FROM app_user u
    WHERE u.tenant_id = e.tenant_id AND u.id = e.${of})`;
const countEvents = sql(
  "securityLog.count",
  `SELECT count(*)::int AS total FROM security_event e WHERE ${matchesFilter}`,
);
const selectEvents = sql(
  "securityLog.list",
  `SELECT e.id, e.at, e.kind, e.outcome, ${person("user_id")} AS "user", ${person("subject_id")} AS subject,
          e.address, e.device, e.call, e.request_id, e.facts
   FROM security_event e WHERE ${matchesFilter} AND ($9::bigint IS NULL OR e.id < $9) ORDER BY e.id DESC LIMIT $7 OFFSET $8`,
);

const valuesOf = ({ user_id, kind, outcome, from, to }: Filter, { timeZone }: Actor) => [
  user_id ?? null,
  kind ?? null,
  outcome ?? null,
  from ?? null,
  to ?? null,
  timeZone,
];

const present = (row: Row): SecurityEvent => ({ ...row, at: row.at.toISOString() });

export async function readSecurityLogPage(tx: Tx, actor: Actor, filter: Filter, page: Page): Promise<Reply> {
  const values = valuesOf(filter, actor);
  const total = (await tx.one<{ total: number }>(countEvents, values))?.total ?? 0;
  const rows = await tx.rows<Row>(selectEvents, [...values, page.perPage, page.offset, null]);
  const meta: PageMeta = pageMetaOf(page, total);
  return { data: rows.map(present), kept_days: securityLogDays, meta };
}

export async function securityLogCsv(tx: Tx, actor: Actor, filter: Filter, text: Translate): Promise<CsvFile> {
  const values = valuesOf(filter, actor);
  const total = (await tx.one<{ total: number }>(countEvents, values))?.total ?? 0;
  const rows = await readAllRows((pageSize, before) => tx.rows<Row>(selectEvents, [...values, pageSize, 0, before]));
  const columns = [
    "at",
    "kind",
    "outcome",
    "user",
    "subject",
    "address",
    "device",
    "call",
    "facts",
    "request",
  ] as const;
  const table = [
    columns.map((column) => text(`securityLog.column.${column}`)),
    ...rows.map((row) => [
      row.at.toISOString(),
      text(`securityLog.kind.${row.kind}`),
      text(`securityLog.outcome.${row.outcome}`),
      row.user?.fullname ?? "",
      row.subject?.fullname ?? "",
      row.address ?? "",
      row.device ?? "",
      row.call ?? "",
      Object.entries(row.facts)
        .map(([name, value]) => `${name}: ${value}`)
        .join(", "),
      row.request_id ?? "",
    ]),
  ];
  return { bytes: Buffer.from(serializeCsv(table, text.language)), rowCount: rows.length, total };
}
