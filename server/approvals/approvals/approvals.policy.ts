import type { Approver, ChainPeople, ChainRule } from "../../../shared/approvals/approvals/approvals.chain.rules";
import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { selectInvolvements } from "./approvals.sql";
import { requestFamilyServices } from "./families.slots";

const selectManagementLine = sql(
  "approvals.upward",
  `WITH RECURSIVE line AS (
     SELECT id, parent_id, active FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1)
     UNION
     SELECT u.id, u.parent_id, u.active FROM line JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = line.parent_id
   )
   SELECT id, parent_id, active,
     EXISTS (SELECT FROM family_decider e WHERE e.id = line.id AND e.family = $3) AS entitled,
     is_away(id, tenant_today()) AS away, ARRAY(
       SELECT d.delegatee_id FROM running_delegation d WHERE d.delegator_id = line.id AND d.delegatee_id <> $2
         AND NOT is_away(d.delegatee_id, tenant_today())) AS stand_ins
   FROM line`,
);
// Department heads from the nearest department upward; the requester never counts as their own head.
const headsAbove = sql(
  "approvals.headsAbove",
  `WITH RECURSIVE above AS (
     SELECT d.parent_id, d.head_id, 1 AS depth FROM app_user u
     JOIN department d ON d.tenant_id = u.tenant_id AND d.id = u.department_id
     WHERE u.tenant_id = current_tenant() AND u.id = $1
     UNION ALL
     SELECT d.parent_id, d.head_id, above.depth + 1 FROM above
     JOIN department d ON d.tenant_id = current_tenant() AND d.id = above.parent_id WHERE above.depth < 50
   )
   SELECT head_id AS id FROM above WHERE head_id IS NOT NULL AND head_id <> $1 ORDER BY depth`,
);
// 50 holders per role are enough: a chain has fewer steps, and only approvers of other steps are excluded.
const rolesHeld = sql(
  "approvals.rolesHeld",
  `SELECT r.id, r.code IS NOT DISTINCT FROM 'administrator' AS administrator, ARRAY(
     SELECT e.id FROM family_decider e WHERE e.role_id = r.id AND e.family = $2 AND e.id <> $1 ORDER BY e.id LIMIT 50) AS holders
   FROM role r WHERE r.tenant_id = current_tenant()`,
);
const rulesOf = sql(
  "approvals.rules",
  `SELECT r.id, r.name, r.condition AS when, r.steps FROM approval_rule r
   JOIN tenant t ON t.id = r.tenant_id JOIN plan p ON p.id = t.plan_id
   WHERE r.tenant_id = current_tenant() AND r.family = $1
     AND (r.condition->>'feature' IS NULL OR r.condition->>'feature' = ANY(p.features)) ORDER BY r.position`,
);

export type NamedRule = ChainRule & { name: string };

/** The tenant's rules for a family, in order, without rules for features the plan lacks. */
export const chainRules = (tx: Tx, family: RequestFamily): Promise<NamedRule[]> =>
  tx.rows<NamedRule>(rulesOf, [family]);

interface ManagementChain {
  id: number;
  parent_id: number | null;
  active: boolean;
  entitled: boolean;
  away: boolean;
  stand_ins: number[];
}

export const departmentHeadsAbove = async (tx: Tx, personId: number): Promise<number[]> =>
  (await tx.rows<{ id: number }>(headsAbove, [personId])).map(({ id }) => id);

/**
 * Superiors of the requester and of the users named in the steps, and the holders of each role. Users who may not approve requests of the
 * family are left out.
 */
export async function loadChainPeople(
  tx: Tx,
  family: RequestFamily,
  requesterId: number,
  steps: readonly Approver[],
  budgetYear: number | null = null,
): Promise<ChainPeople> {
  const namedUserIds = steps.flatMap((step) => (step.by === "user" ? [step.user_id] : []));
  const asksHead = steps.some(({ by }) => by === "head");
  const heads = asksHead ? await departmentHeadsAbove(tx, requesterId) : [];
  const asksOwner = steps.some(({ by }) => by === "budget_owner");
  const owner = asksOwner
    ? ((await requestFamilyServices.filling[family].budgetOwner?.(tx, requesterId, budgetYear)) ?? null)
    : null;
  const superiors = [requesterId, ...namedUserIds, ...heads, ...(owner === null ? [] : [owner])];
  const people = await tx.rows<ManagementChain>(selectManagementLine, [superiors, requesterId, family]);
  const roles = await tx.rows<{ id: number; administrator: boolean; holders: number[] }>(rolesHeld, [
    requesterId,
    family,
  ]);
  const byId = new Map(people.map((person) => [person.id, person]));
  const holders = new Map(roles.map((role) => [role.id, role.holders]));
  return {
    find: (id) => byId.get(id),
    isStaffed: (id, except) => (holders.get(id) ?? []).some((holder) => !except?.has(holder)),
    administrator_role_id: roles.find((role) => role.administrator)?.id ?? 0,
    heads,
    budget_owner: owner,
  };
}

const selectDeciders = sql(
  "approvals.deciders",
  `SELECT DISTINCT decider_id AS id FROM step_decider WHERE request_id = $1 ORDER BY id`,
);

export const decidersOfRequests = sql(
  "approvals.deciderLists",
  `SELECT DISTINCT request_id, decider_id AS id FROM step_decider WHERE request_id = ANY($1) ORDER BY request_id, id`,
);

/** Returns all users who may decide the active step now, including delegates, never the requester. */
export async function currentDeciders(tx: Tx, requestId: number): Promise<number[]> {
  return (await tx.rows<{ id: number }>(selectDeciders, [requestId])).map(({ id }) => id);
}

const selectAuthority = sql(
  "approvals.standing",
  `SELECT u.id, u.fullname, u.image, u.id = $2 AS own
   FROM step_decider w JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = w.holder_id
   WHERE w.request_id = $1 AND w.decider_id = $2 ORDER BY own DESC, u.id LIMIT 1`,
);

export interface DecisionAuthority {
  id: number;
  fullname: string;
  image: string | null;
  /** Whether the user decides in their own name; otherwise the other fields name the user on whose behalf they decide. */
  own: boolean;
}

/** Returns in whose name a user decides the active step; undefined when they may not. */
export function findDecisionAuthority(
  tx: Tx,
  userId: number,
  requestId: number,
): Promise<DecisionAuthority | undefined> {
  return tx.one<DecisionAuthority>(selectAuthority, [requestId, userId]);
}

const holdDelegation = sql(
  "approvals.holdDelegation",
  `SELECT id FROM delegation
   WHERE tenant_id = current_tenant() AND delegator_id = $1 AND delegatee_id = $2 AND ended_at IS NULL
   ORDER BY id FOR SHARE`,
);

/**
 * Like `findDecisionAuthority`, with the delegation locked until the transaction ends. Waits for a concurrent revocation, after which the
 * delegation no longer counts.
 */
export async function lockDecisionAuthority(
  tx: Tx,
  userId: number,
  requestId: number,
): Promise<DecisionAuthority | undefined> {
  const found = await findDecisionAuthority(tx, userId, requestId);
  if (!found || found.own) return found;
  await tx.rows(holdDelegation, [found.id, userId]);
  return findDecisionAuthority(tx, userId, requestId);
}

/** Users who edit approval rules may hand over the active step, except on their own request. */
export function mayHandOver(
  actor: Pick<Actor, "id" | "permissions">,
  request: { requesterId: number },
  steps: readonly Pick<RequestStep, "state">[],
): boolean {
  const makesRules = actor.permissions.has("approval-rule-edit");
  return makesRules && request.requesterId !== actor.id && steps.some(({ state }) => state === "now");
}

/** Returns the requests of which the user is or was an approver, directly or as a delegate; such users may see them. */
export async function decidedRequests(tx: Tx, userId: number, requestIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(selectInvolvements, [[...requestIds], userId]);
  return new Set(rows.map(({ id }) => id));
}

export async function isDecider(tx: Tx, userId: number, requestId: number): Promise<boolean> {
  return (await decidedRequests(tx, userId, [requestId])).has(requestId);
}
