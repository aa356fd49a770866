import type { Approver, ChainPeople, ChainRule } from "../../shared/approvals/approvals.chain.rules";
import type { RequestFamily } from "../../shared/approvals/approvals.contract";
import { sql, type Tx } from "../platform/unit-of-work";
import { concerns } from "./approvals.sql";

// Who is on leave isn't missed where somebody decides in their name who is there, and isn't the requester.
const upward = sql(
  "approvals.upward",
  `WITH RECURSIVE line AS (
     SELECT id, parent_id, active FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1)
     UNION
     SELECT u.id, u.parent_id, u.active FROM line JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = line.parent_id
   )
   SELECT id, parent_id, active, is_away(id, tenant_today()) AND NOT EXISTS (
     SELECT FROM delegation d JOIN app_user t ON t.tenant_id = d.tenant_id AND t.id = d.delegatee_id AND t.active
     WHERE d.tenant_id = current_tenant() AND d.delegator_id = line.id AND d.delegatee_id <> $2 AND d.ended_at IS NULL
       AND tenant_today() BETWEEN d.start_date AND COALESCE(d.end_date, 'infinity'::date)
       AND NOT is_away(t.id, tenant_today())) AS away
   FROM line`,
);
const rolesHeld = sql(
  "approvals.rolesHeld",
  `SELECT r.id, r.code = 'administrator' AS administrator, EXISTS (
     SELECT FROM app_user u WHERE u.tenant_id = r.tenant_id AND u.role_id = r.id AND u.active AND u.id <> $2) AS staffed
   FROM role r WHERE r.tenant_id = current_tenant() AND (r.id = ANY($1) OR r.code = 'administrator')`,
);
const rulesOf = sql(
  "approvals.rules",
  `SELECT r.id, r.name, r.condition AS when, r.steps FROM approval_rule r
   JOIN tenant t ON t.id = r.tenant_id JOIN plan p ON p.id = t.plan_id
   WHERE r.tenant_id = current_tenant() AND r.family = $1
     AND (r.condition->>'feature' IS NULL OR r.condition->>'feature' = ANY(p.features)) ORDER BY r.position`,
);

export type NamedRule = ChainRule & { name: string };

/** The tenant's rules for a family, in order; those for what the plan lacks left out. */
export const chainRules = (tx: Tx, family: RequestFamily): Promise<NamedRule[]> =>
  tx.rows<NamedRule>(rulesOf, [family]);

interface Line {
  id: number;
  parent_id: number | null;
  active: boolean;
  away: boolean;
}

/** Everyone above the requester and above those that the steps name, and who holds the roles that they name. */
export async function chainPeople(tx: Tx, requesterId: number, steps: readonly Approver[]): Promise<ChainPeople> {
  const named = steps.flatMap((step) => (step.by === "user" ? [step.user_id] : []));
  const asRole = steps.flatMap((step) => (step.by === "role" ? [step.role_id] : []));
  const people = await tx.rows<Line>(upward, [[requesterId, ...named], requesterId]);
  const roles = await tx.rows<{ id: number; administrator: boolean; staffed: boolean }>(rolesHeld, [
    asRole,
    requesterId,
  ]);
  const byId = new Map(people.map((person) => [person.id, person]));
  const staffed = new Set(roles.filter((role) => role.staffed).map(({ id }) => id));
  return {
    find: (id) => byId.get(id),
    isStaffed: (id) => staffed.has(id),
    administrator_role_id: roles.find((role) => role.administrator)?.id ?? 0,
  };
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
