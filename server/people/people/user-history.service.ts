import type { ReplyOf } from "../../../shared/kernel/endpoint";
import {
  type HistoryField,
  historyReaders,
  type listUserHistory,
} from "../../../shared/people/people/user-history.contract";
import type { HistoryType } from "../../../shared/people/people/people.fields";
import { personOrNull } from "../../platform/database/person-json";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { scheduleText } from "../../work/schedules/schedules.read";
import { personIdOf } from "../../platform/program-actor";
import type { Actor } from "../../platform/session";
import { readableFieldGroups } from "./people.policy";
import { loadVisibleUser } from "./read-person.service";
import type { UserRow } from "./people.sql";
import { setPrivateReader } from "./private-reader";

type Entry = ReplyOf<typeof listUserHistory>["data"][number];

const insertEntry = sql(
  "userHistory.add",
  `WITH entry AS (
     INSERT INTO user_history (tenant_id, user_id, type, effective_on, actor_id, reason)
     VALUES (current_tenant(), $1, $2, COALESCE($3::date, tenant_today()), $4, $6) RETURNING id
   )
   INSERT INTO user_history_field (tenant_id, history_id, user_id, field, before, after)
   SELECT current_tenant(), entry.id, $1, f.field, f.before, f.after
   FROM entry CROSS JOIN jsonb_to_recordset($5::jsonb) AS f (field text, before text, after text)`,
);

/** Adds history entries for the changed fields of all users in $1, effective from $3 or today; $2 actor. */
const insertEntries = sql(
  "userHistory.addMany",
  `WITH w AS (SELECT * FROM jsonb_to_recordset($1) AS w (id bigint, fields jsonb)), entry AS (
     INSERT INTO user_history (tenant_id, user_id, type, effective_on, actor_id)
     SELECT current_tenant(), id, 'change', COALESCE($3::date, tenant_today()), $2 FROM w ORDER BY id RETURNING id, user_id
   )
   INSERT INTO user_history_field (tenant_id, history_id, user_id, field, before, after)
   SELECT current_tenant(), entry.id, w.id, f.field, f.before, f.after
   FROM entry JOIN w ON w.id = entry.user_id
   CROSS JOIN LATERAL jsonb_to_recordset(w.fields) AS f (field text, before text, after text)`,
);

const selectEntriesOfPerson = sql(
  "userHistory.ofPerson",
  `SELECT h.id, h.type, h.effective_on::text AS effective_on, h.reason,
     ${personOrNull("a")} AS actor,
     COALESCE((SELECT json_agg(json_build_object('field', f.field, 'before', f.before, 'after', f.after) ORDER BY f.field)
               FROM user_history_field f WHERE f.tenant_id = h.tenant_id AND f.history_id = h.id), '[]'::json) AS fields
   FROM user_history h LEFT JOIN app_user a ON a.tenant_id = h.tenant_id AND a.id = h.actor_id
   WHERE h.tenant_id = current_tenant() AND h.user_id = $1 ORDER BY h.effective_on DESC, h.id DESC LIMIT 500`,
);

/** Schedules that have begun, or that begin with another entry, as entries of the history; their ids are negative. */
const selectScheduleEntries = sql(
  "userHistory.schedules",
  `SELECT -ws.id AS id, lower(ws.during)::text AS effective_on, c.reason, lower(ws.during) <= tenant_today() AS begun,
     ${personOrNull("a")} AS actor,
     ${scheduleText("b")} AS before, ${scheduleText("ws")} AS after
   FROM work_schedule ws
   LEFT JOIN work_schedule b ON b.tenant_id = ws.tenant_id AND b.user_id = ws.user_id AND upper(b.during) = lower(ws.during)
   LEFT JOIN app_user a ON a.tenant_id = ws.tenant_id AND a.id = ws.set_by
   LEFT JOIN employment_change c ON c.tenant_id = ws.tenant_id AND c.id = ws.change_id
   WHERE ws.tenant_id = current_tenant() AND ws.user_id = $1 AND ${scheduleText("b")} <> ${scheduleText("ws")}
   ORDER BY lower(ws.during)`,
);

interface ScheduleEntry extends Pick<Entry, "id" | "effective_on" | "reason" | "actor"> {
  begun: boolean;
  before: string;
  after: string;
}

/** Adds schedules to the entry of the same day and actor, such as the hiring. Other schedules become separate entries. */
function withSchedules(entries: Entry[], schedules: readonly ScheduleEntry[]): Entry[] {
  const alone = schedules.flatMap(({ begun, before, after, ...entry }): Entry[] => {
    const change = { field: "schedule" as const, before: before || null, after: after || null };
    const same = entries.find(
      ({ effective_on, actor }) => effective_on === entry.effective_on && actor?.id === entry.actor?.id,
    );
    if (same) same.fields.push(change);
    return same || !begun ? [] : [{ ...entry, type: "change", fields: [change] }];
  });
  return [...entries, ...alone].toSorted((a, b) =>
    a.effective_on < b.effective_on ? 1 : a.effective_on > b.effective_on ? -1 : 0,
  );
}

export type HistoryValues = Partial<Record<HistoryField, string | null>>;

/** Fields recorded in the history, with current names; the salary is passed by callers that may know it. */
export const historyValuesOf = (row: UserRow, salary: string | null, dotted: string | null = null): HistoryValues => ({
  position: row.position?.title ?? null,
  department: row.department?.name ?? null,
  parent: row.parent?.fullname ?? null,
  dotted,
  contract_type: row.contract_type ?? null,
  role: row.role?.name ?? null,
  location: row.location ?? null,
  salary,
});

export const changedHistoryValues = (before: HistoryValues, after: HistoryValues) =>
  (Object.keys(after) as HistoryField[])
    .filter((field) => (before[field] ?? null) !== (after[field] ?? null))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));

export interface HistoryEntry {
  userId: number;
  type: HistoryType | "change";
  on?: string | null;
  reason?: string | null;
}

/** Adds a history entry in the transaction of the change. An entry of type `change` without changed fields is skipped. */
export async function recordHistory(
  tx: Tx,
  actor: Pick<Actor, "id">,
  { userId, type, on = null, reason = null }: HistoryEntry,
  before: HistoryValues,
  after: HistoryValues,
  readerId: number = actor.id,
): Promise<void> {
  const changed = changedHistoryValues(before, after);
  if (changed.length === 0 && type === "change") return;
  await setPrivateReader(tx, readerId);
  await tx.rows(insertEntry, [userId, type, on, personIdOf(actor), JSON.stringify(changed), reason]);
}

/** Like `recordHistory`, for several users, effective from a day or today; users without changes get no entry. */
export async function recordHistories(
  tx: Tx,
  actor: Pick<Actor, "id">,
  people: readonly { id: number; before: HistoryValues; after: HistoryValues }[],
  on: string | null = null,
): Promise<void> {
  const entries = people
    .map(({ id, before, after }) => ({ id, fields: changedHistoryValues(before, after) }))
    .filter(({ fields }) => fields.length > 0);
  if (entries.length > 0) await tx.rows(insertEntries, [JSON.stringify(entries), personIdOf(actor), on]);
}

/** A user's history, limited to fields the reader may see. @throws Problem 404. */
export async function readUserHistory(tx: Tx, actor: Actor, id: number): Promise<Entry[]> {
  const reads = readableFieldGroups(actor, await loadVisibleUser(tx, actor, id));
  await setPrivateReader(tx, actor.id);
  const entries = await tx.rows<Entry>(selectEntriesOfPerson, [id]);
  return withSchedules(entries, await tx.rows<ScheduleEntry>(selectScheduleEntries, [id]))
    .map((entry) => ({
      ...entry,
      actor: reads.has("work") ? entry.actor : null,
      reason: reads.has("work") ? entry.reason : null,
      fields: entry.fields.filter(({ field }) => reads.has(historyReaders(field))),
    }))
    .filter(({ type, fields }) => (type === "change" ? fields.length > 0 : reads.has("work")));
}
