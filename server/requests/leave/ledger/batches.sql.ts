import type { Actor as Person } from "../../../../shared/kernel/events";
import type { LeaveBatch } from "../../../../shared/requests/leave/ledger/batches.contract";
import type { LeaveTypeRef } from "../../../../shared/requests/leave/types/types.contract";
import { personJson } from "../../../platform/database/person-json";
import { matchesSearch } from "../../../platform/database/search";
import { sql } from "../../../platform/database/unit-of-work";
import { leaveTypeJson } from "../types/leave.sql";

const person = (of: string) =>
  `CASE WHEN ${of}.id IS NOT NULL THEN json_build_object('id', ${of}.id, 'fullname', ${of}.fullname, 'image', ${of}.image) END`;

export type BatchRow = Omit<LeaveBatch, "at" | "undone"> & {
  at: Date;
  undone: (Omit<NonNullable<LeaveBatch["undone"]>, "at"> & { at: string }) | null;
  total: number;
};

// $1 id or null, $2 limit, $3 offset.
export const listBatches = sql(
  "leave.batches.list",
  `SELECT b.id, b.kind, CASE WHEN t.id IS NOT NULL THEN ${leaveTypeJson("t")} END AS leave_type, b.year, b.days::float8 AS days,
     b.opens_on::text AS opens_on, b.note, ${person("c")} AS created_by, b.created_at AS at, b.version,
     (SELECT count(DISTINCT l.user_id)::int FROM leave_ledger l WHERE l.tenant_id = b.tenant_id AND l.batch_id = b.id) AS people,
     CASE WHEN b.undone_at IS NOT NULL THEN json_build_object('by', ${person("u")}, 'at', b.undone_at, 'note', b.undo_note) END AS undone,
     b.total
   FROM (SELECT *, count(*) OVER ()::int AS total FROM leave_batch
     WHERE tenant_id = current_tenant() AND ($1::bigint IS NULL OR id = $1) ORDER BY id DESC LIMIT $2 OFFSET $3) AS b
   LEFT JOIN leave_type t ON t.tenant_id = b.tenant_id AND t.id = b.leave_type_id
   LEFT JOIN app_user c ON c.tenant_id = b.tenant_id AND c.id = b.created_by
   LEFT JOIN app_user u ON u.tenant_id = b.tenant_id AND u.id = b.undone_by
   ORDER BY b.id DESC`,
);

export interface BatchEntryRow {
  person: Person;
  leave_type: LeaveTypeRef;
  days: number;
}

/** The changes by a batch, without the counter entries of its undoing. */
export const batchEntries = sql(
  "leave.batches.entries",
  `SELECT ${person("u")} AS person, ${leaveTypeJson("t")} AS leave_type, l.days::float8 AS days
   FROM (SELECT DISTINCT ON (user_id, leave_type_id, year) * FROM leave_ledger
     WHERE tenant_id = current_tenant() AND batch_id = $1 ORDER BY user_id, leave_type_id, year, id) AS l
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
   ORDER BY u.fullname COLLATE reader, u.id, t.id`,
);

export const lockBatch = sql(
  "leave.batches.lock",
  "SELECT version FROM leave_batch WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE",
);

export const insertBatch = sql(
  "leave.batches.insert",
  `INSERT INTO leave_batch (tenant_id, kind, leave_type_id, year, days, opens_on, note, created_by)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, $7) RETURNING id`,
);

export const markUndone = sql(
  "leave.batches.undone",
  `UPDATE leave_batch SET undone_at = now(), undone_by = $2, undo_note = $3, version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1`,
);

// Sorted like all other locks of balances, so that concurrent batches and requests don't deadlock. The years around are locked because of
// the carry-over. $1 entries with user_id, leave_type_id and year.
export const lockManyBalances = sql(
  "leave.batches.lockBalances",
  `INSERT INTO leave_balance (tenant_id, user_id, leave_type_id, year)
   SELECT DISTINCT current_tenant(), (e->>'user_id')::bigint, (e->>'leave_type_id')::bigint, (e->>'year')::smallint + about
   FROM jsonb_array_elements($1::jsonb) AS e, generate_series(-1, 1) AS about ORDER BY 2, 3, 4
   ON CONFLICT (tenant_id, user_id, leave_type_id, year) DO UPDATE SET days = leave_balance.days`,
);

// $1 entries, $2 reason, $3 note, $4 actor, $5 batch, $6 day.
export const addBatchEntries = sql(
  "leave.batches.addEntries",
  `INSERT INTO leave_ledger (tenant_id, user_id, leave_type_id, year, reason, days, note, actor_id, batch_id, on_day)
   SELECT current_tenant(), (e->>'user_id')::bigint, (e->>'leave_type_id')::bigint, (e->>'year')::smallint, $2,
     (e->>'days')::numeric, $3, $4, $5, $6::date
   FROM jsonb_array_elements($1::jsonb) AS e ORDER BY 2, 3, 4`,
);

export interface CounterEntry {
  user_id: number;
  leave_type_id: number;
  year: number;
  days: number;
}

export const entriesToUndo = sql(
  "leave.batches.toUndo",
  `SELECT user_id, leave_type_id, year, -sum(days)::float8 AS days FROM leave_ledger
   WHERE tenant_id = current_tenant() AND batch_id = $1 GROUP BY 1, 2, 3 HAVING sum(days) <> 0 ORDER BY 1, 2, 3`,
);

// $1 caller, who can't change the own balance, $2 department, $3 location, $4 limit.
export const batchPeople = sql(
  "leave.batches.people",
  `SELECT ${personJson("u")} AS person, d.name AS department
   FROM app_user u LEFT JOIN department d ON d.tenant_id = u.tenant_id AND d.id = u.department_id
   WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external AND u.id <> $1
     AND ($2::bigint IS NULL OR u.department_id = $2) AND ($3::text IS NULL OR u.location_key = fold($3))
   ORDER BY u.fullname COLLATE reader, u.id LIMIT $4`,
);

export const namesOf = sql(
  "leave.batches.names",
  `SELECT fullname FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1) ORDER BY fullname COLLATE reader LIMIT 3`,
);

export const selectExistingPeople = sql(
  "leave.batches.existingPeople",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1) AND NOT external",
);

// $1 caller, who can't change the own balance, $2 department, $3 search, $4 limit, $5 offset.
export const openingPeople = sql(
  "leave.openings.people",
  `SELECT ${personJson("u")} AS person, d.name AS department, u.total
   FROM (SELECT *, count(*) OVER ()::int AS total FROM app_user
     WHERE tenant_id = current_tenant() AND active AND NOT external AND id <> $1
       AND ($2::bigint IS NULL OR department_id = $2) AND ${matchesSearch("$3", ["folded"])}
     ORDER BY fullname COLLATE reader, id LIMIT $4 OFFSET $5) AS u
   LEFT JOIN department d ON d.tenant_id = u.tenant_id AND d.id = u.department_id
   ORDER BY u.fullname COLLATE reader, u.id`,
);

/** Users by folded personnel number or e-mail address. */
export const peopleByKey = sql(
  "leave.openings.byKey",
  `SELECT u.id, u.fullname, u.image, d.name AS department, u.employee_id_key AS employee, u.email_key AS email, fold(u.fullname) AS name
   FROM app_user u LEFT JOIN department d ON d.tenant_id = u.tenant_id AND d.id = u.department_id
   WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external
     AND (u.employee_id_key = ANY($1) OR u.email_key = ANY($1) OR fold(u.fullname) = ANY($1))`,
);
