import type { ReplyOf } from "../../shared/kernel/endpoint";
import { type HistoryField, historyReaders, type userHistory } from "../../shared/people/user-history.contract";
import type { HistoryType } from "../../shared/people/people.fields";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { personIdOf } from "../platform/program-actor";
import type { Actor } from "../platform/session";
import { readsOf } from "./people.policy";
import { visibleUser } from "./read-person.service";
import type { UserRow } from "./people.sql";
import { readPrivateAs } from "./private-reader.service";

type Entry = ReplyOf<typeof userHistory>["data"][number];

const add = sql(
  "userHistory.add",
  `WITH entry AS (
     INSERT INTO user_history (tenant_id, user_id, type, effective_on, actor_id, reason)
     VALUES (current_tenant(), $1, $2, COALESCE($3::date, tenant_today()), $4, $6) RETURNING id
   )
   INSERT INTO user_history_field (tenant_id, history_id, user_id, field, before, after)
   SELECT current_tenant(), entry.id, $1, f.field, f.before, f.after
   FROM entry CROSS JOIN jsonb_to_recordset($5::jsonb) AS f (field text, before text, after text)`,
);

/** What became another of each of $1, as of $3 or today; $2 who changed it. */
const addMany = sql(
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

const ofPerson = sql(
  "userHistory.ofPerson",
  `SELECT h.id, h.type, h.effective_on::text AS effective_on, h.reason,
     CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'fullname', a.fullname, 'image', a.image) END AS actor,
     COALESCE((SELECT json_agg(json_build_object('field', f.field, 'before', f.before, 'after', f.after) ORDER BY f.field)
               FROM user_history_field f WHERE f.tenant_id = h.tenant_id AND f.history_id = h.id), '[]'::json) AS fields
   FROM user_history h LEFT JOIN app_user a ON a.tenant_id = h.tenant_id AND a.id = h.actor_id
   WHERE h.tenant_id = current_tenant() AND h.user_id = $1 ORDER BY h.effective_on DESC, h.id DESC LIMIT 500`,
);

export type Facts = Partial<Record<HistoryField, string | null>>;

/** What has a history, in the words of now; amounts are known to who writes them. */
export const factsOf = (row: UserRow, salary: string | null, dotted: string | null = null): Facts => ({
  position: row.position?.title ?? null,
  department: row.department?.name ?? null,
  parent: row.parent?.fullname ?? null,
  dotted,
  contract_type: row.contract_type ?? null,
  role: row.role?.name ?? null,
  location: row.location ?? null,
  salary,
});

/** What became another, from what to what. */
export const changesOfFacts = (before: Facts, after: Facts) =>
  (Object.keys(after) as HistoryField[])
    .filter((field) => (before[field] ?? null) !== (after[field] ?? null))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));

/** What an entry says beside the fields. */
export interface HistoryEntry {
  userId: number;
  type: HistoryType | "change";
  on?: string | null;
  reason?: string | null;
}

/** Notes what became another in the transaction that changed it; a change of nothing is none. */
export async function noteChange(
  tx: Tx,
  actor: Pick<Actor, "id">,
  { userId, type, on = null, reason = null }: HistoryEntry,
  before: Facts,
  after: Facts,
  readerId: number = actor.id,
): Promise<void> {
  const changed = changesOfFacts(before, after);
  if (changed.length === 0 && type === "change") return;
  await readPrivateAs(tx, readerId);
  await tx.rows(add, [userId, type, on, personIdOf(actor), JSON.stringify(changed), reason]);
}

/** Of many at once, as of a day or today: whoever nothing changed of has no entry. */
export async function noteChanges(
  tx: Tx,
  actor: Pick<Actor, "id">,
  people: readonly { id: number; before: Facts; after: Facts }[],
  on: string | null = null,
): Promise<void> {
  const entries = people
    .map(({ id, before, after }) => ({ id, fields: changesOfFacts(before, after) }))
    .filter(({ fields }) => fields.length > 0);
  if (entries.length > 0) await tx.rows(addMany, [JSON.stringify(entries), personIdOf(actor), on]);
}

/** Somebody's history as this reader may read it. @throws Problem 404. */
export async function historyOf(tx: Tx, actor: Actor, id: number): Promise<Entry[]> {
  const reads = readsOf(actor, await visibleUser(tx, actor, id));
  await readPrivateAs(tx, actor.id);
  const entries = await tx.rows<Entry>(ofPerson, [id]);
  return entries
    .map((entry) => ({
      ...entry,
      actor: reads.has("work") ? entry.actor : null,
      reason: reads.has("work") ? entry.reason : null,
      fields: entry.fields.filter(({ field }) => reads.has(historyReaders(field))),
    }))
    .filter(({ type, fields }) => (type === "change" ? fields.length > 0 : reads.has("work")));
}
