import type { InferType } from "yup";
import type { Delegation, delegate as delegateEndpoint } from "../../shared/approvals/approvals.contract";
import { userStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/unit-of-work";

const columns = `d.id, d.start_date::text AS start_date, d.end_date::text AS end_date,
  json_build_object('id', f.id, 'fullname', f.fullname, 'image', f.image) AS delegator,
  json_build_object('id', t.id, 'fullname', t.fullname, 'image', t.image) AS delegatee`;
const tables = `delegation d
  JOIN app_user f ON f.tenant_id = d.tenant_id AND f.id = d.delegator_id
  JOIN app_user t ON t.tenant_id = d.tenant_id AND t.id = d.delegatee_id`;

const ofPerson = sql(
  "delegation.ofPerson",
  `SELECT ${columns} FROM ${tables}
   WHERE d.tenant_id = current_tenant() AND $1 IN (d.delegator_id, d.delegatee_id) AND d.ended_at IS NULL
     AND COALESCE(d.end_date, 'infinity'::date) >= tenant_today() ORDER BY d.start_date, d.id`,
);
const byId = sql(
  "delegation.byId",
  `SELECT ${columns} FROM ${tables} WHERE d.tenant_id = current_tenant() AND d.id = $1`,
);

type Row = Omit<Delegation, "can">;

const present = (row: Row, actor: Actor): Delegation => ({ ...row, can: { end: row.delegator.id === actor.id } });

/** Those that run or are to come, in both directions. */
export async function delegationsOf(tx: Tx, actor: Actor): Promise<Delegation[]> {
  return (await tx.rows<Row>(ofPerson, [actor.id])).map((row) => present(row, actor));
}

const colleague = sql(
  "delegation.colleague",
  `SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND active AND NOT external`,
);
// One at a time: two who hand theirs to one another at the same moment would make a chain that nobody sees.
const lock = sql(
  "delegation.lock",
  `SELECT pg_advisory_xact_lock(hashtextextended('delegation:' || current_tenant()::text, 0))`,
);
const others = sql(
  "delegation.others",
  `SELECT d.delegator_id = $1 AS twice FROM delegation d
   WHERE d.tenant_id = current_tenant() AND d.ended_at IS NULL
     AND (d.delegator_id IN ($1, $2) OR d.delegatee_id = $1)
     AND daterange(d.start_date, d.end_date, '[]') && daterange(COALESCE($3::date, tenant_today()), $4::date, '[]')
   ORDER BY twice DESC LIMIT 1`,
);
const insert = sql(
  "delegation.insert",
  `INSERT INTO delegation (tenant_id, delegator_id, delegatee_id, start_date, end_date)
   VALUES (current_tenant(), $1, $2, COALESCE($3::date, tenant_today()), $4) RETURNING id`,
);

/**
 * Hands one's approvals to someone. Nobody hands them to two people, and what was handed to one can't be handed on.
 * @throws Problem 422.
 */
export async function delegate(
  tx: Tx,
  actor: Actor,
  input: InferType<typeof delegateEndpoint.body>,
): Promise<Delegation> {
  const { delegatee_id, start_date = null, end_date = null } = input;
  if (delegatee_id === actor.id) throw invalid("delegatee_id", "delegation.self");
  if (!(await tx.one(colleague, [delegatee_id]))) throw invalid("delegatee_id", "field.unknown");
  await tx.one(lock);
  const other = await tx.one<{ twice: boolean }>(others, [actor.id, delegatee_id, start_date, end_date]);
  if (other)
    throw invalid(other.twice ? "start_date" : "delegatee_id", other.twice ? "delegation.twice" : "delegation.chain");
  const { id } = (await tx.one<{ id: number }>(insert, [actor.id, delegatee_id, start_date, end_date])) as {
    id: number;
  };
  const row = (await tx.one<Row>(byId, [id])) as Row;
  for (const person of [row.delegator, row.delegatee]) tx.emit("delegation.started", userStream(person.id), row);
  return present(row, actor);
}

const end = sql(
  "delegation.end",
  `UPDATE delegation SET ended_at = now() WHERE tenant_id = current_tenant() AND id = $1 AND ended_at IS NULL RETURNING id`,
);

/** @throws Problem 404 for what isn't one's own to see, 403 for the delegatee. */
export async function endDelegation(tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await tx.one<Row>(byId, [id]);
  if (!row || ![row.delegator.id, row.delegatee.id].includes(actor.id)) throw new Problem("notFound");
  if (row.delegator.id !== actor.id) throw new Problem("permission.denied");
  if (!(await tx.one(end, [id]))) return; // twice is as good as once
  for (const person of [row.delegator, row.delegatee]) tx.emit("delegation.ended", userStream(person.id), row);
}
