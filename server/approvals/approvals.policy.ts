import type { Approver, ChainPeople, ChainRule } from "../../shared/approvals/approvals.chain.rules";
import type { RequestFamily } from "../../shared/approvals/approvals.contract";
import { sql, type Tx } from "../platform/unit-of-work";
import { concerns } from "./approvals.sql";

const upward = sql(
  "approvals.upward",
  `WITH RECURSIVE line AS (
     SELECT id, parent_id, active FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1)
     UNION
     SELECT u.id, u.parent_id, u.active FROM line JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = line.parent_id
   )
   SELECT id, parent_id, active FROM line`,
);
const administratorRole = sql(
  "approvals.administratorRole",
  `SELECT id FROM role WHERE tenant_id = current_tenant() AND code = 'administrator'`,
);
const rulesOf = sql(
  "approvals.rules",
  `SELECT id, name, condition AS when, steps FROM approval_rule
   WHERE tenant_id = current_tenant() AND family = $1 ORDER BY position`,
);

export type NamedRule = ChainRule & { name: string };

/** The tenant's rules for a family, in order. */
export const chainRules = (tx: Tx, family: RequestFamily): Promise<NamedRule[]> =>
  tx.rows<NamedRule>(rulesOf, [family]);

/** Everyone above the requester and above those that the steps name. */
export async function chainPeople(tx: Tx, requesterId: number, steps: readonly Approver[]): Promise<ChainPeople> {
  const named = steps.flatMap((step) => (step.by === "user" ? [step.user_id] : []));
  const [people, role] = await Promise.all([
    tx.rows<{ id: number; parent_id: number | null; active: boolean }>(upward, [[requesterId, ...named]]),
    tx.one<{ id: number }>(administratorRole),
  ]);
  const byId = new Map(people.map((person) => [person.id, person]));
  return { find: (id) => byId.get(id), administrator_role_id: role?.id ?? 0 };
}

// A delegatee stands beside the person, also where that person holds a role.
const deciders = sql(
  "approvals.deciders",
  `WITH holders AS (
     SELECT id FROM app_user WHERE tenant_id = current_tenant() AND active AND id <> $3 AND (id = $1 OR role_id = $2)
   )
   SELECT id FROM holders
   UNION
   SELECT d.delegatee_id FROM delegation d JOIN holders h ON h.id = d.delegator_id
   JOIN app_user u ON u.tenant_id = d.tenant_id AND u.id = d.delegatee_id AND u.active
   WHERE d.tenant_id = current_tenant() AND d.ended_at IS NULL AND d.delegatee_id <> $3
     AND tenant_today() BETWEEN d.start_date AND COALESCE(d.end_date, 'infinity'::date)
   ORDER BY id`,
);

/** Everyone who may decide a step at this moment, delegatees included. Never the requester. */
export async function whoDecides(
  tx: Tx,
  step: { approver_id: number | null; role_id: number | null },
  requesterId: number,
): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(deciders, [step.approver_id, step.role_id, requesterId]);
  return rows.map(({ id }) => id);
}

const standing = sql(
  "approvals.standing",
  `SELECT u.id, u.fullname, u.image, u.id = $1 AS own FROM app_user u
   WHERE u.tenant_id = current_tenant() AND u.active AND u.id <> $4 AND (u.id = $2 OR u.role_id = $3)
     AND (u.id = $1 OR EXISTS (
       SELECT FROM delegation d WHERE d.tenant_id = u.tenant_id AND d.delegator_id = u.id AND d.delegatee_id = $1
         AND d.ended_at IS NULL AND tenant_today() BETWEEN d.start_date AND COALESCE(d.end_date, 'infinity'::date)))
   ORDER BY own DESC, u.id LIMIT 1`,
);

export interface Standing {
  id: number;
  fullname: string;
  image: string | null;
  /** In one's own name; else on behalf of this person. */
  own: boolean;
}

/** In whose name a person decides a step; undefined when they may not. */
export function standingOn(
  tx: Tx,
  userId: number,
  step: { approver_id: number | null; role_id: number | null },
  requesterId: number,
): Promise<Standing | undefined> {
  return tx.one<Standing>(standing, [userId, step.approver_id, step.role_id, requesterId]);
}

/** Whether someone is asked or was, in their own name or for somebody: then they may see the request. */
export async function isAsked(tx: Tx, userId: number, requestId: number): Promise<boolean> {
  return (await tx.one<{ concerned: boolean }>(concerns, [requestId, userId]))?.concerned ?? false;
}
