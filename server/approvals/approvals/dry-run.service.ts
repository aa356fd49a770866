import type { InferType } from "yup";
import type { Approver, ChainSubject } from "../../../shared/approvals/approvals/approvals.chain.rules";
import type { PlannedStep as Shown } from "../../../shared/approvals/approvals/approval-rules.contract";
import { ruleEditorPermissions } from "../../../shared/approvals/approvals/rule-editors.rules";
import type { approverSchema, dryRunSchema } from "../../../shared/approvals/approvals/approval-rules.schema";
import {
  approverKindsOf,
  requestFamilyDefinitions,
  type RequestFamily,
} from "../../../shared/approvals/approvals/families";
import { type FieldErrors, invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { Actor } from "../../platform/session";
import { personJson } from "../../platform/database/person-json";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { roleAwayUntil } from "./absence.policy";
import { isFourEyesRequired } from "./four-eyes.policy";
import { type PlannedStep, planSteps } from "./approvals.service";
import { requireFeatureInPlan } from "./requests.service";
import { requestFamilyServices } from "./families.slots";

type Input = InferType<typeof dryRunSchema>;

export function authorizeRuleEditing(actor: Actor, family: RequestFamily): void {
  requireFeatureInPlan(actor, requestFamilyDefinitions[family].feature);
  if (!ruleEditorPermissions(family).some((code) => actor.permissions.has(code)))
    throw new Problem("permission.denied");
}

const departmentOf = sql(
  "dryRun.requester",
  `SELECT id, department_id, external FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND active`,
);

/**
 * Simulates the approval steps of a request as if it were sent now.
 * @throws Problem 403 for another user's request without permission to edit rules, or when the plan lacks the feature; 422 for invalid
 *   input.
 */
export async function previewChain(
  tx: Tx,
  actor: Actor,
  input: Input,
): Promise<{ rule: string | null; steps: Shown[]; four_eyes: boolean }> {
  const { family, type, amount = null, currency = null, cost = null, budget_year } = input;
  requireFeatureInPlan(actor, requestFamilyDefinitions[family].feature);
  const requester_id = input.requester_id ?? actor.id;
  if (requester_id !== actor.id || input.steps) authorizeRuleEditing(actor, family);
  const requester = await tx.one<{ id: number; department_id: number | null; external: boolean }>(departmentOf, [
    requester_id,
  ]);
  if (!requester) throw invalidFieldProblem("requester_id", "field.unknown");
  const amounts = currency !== null && amount !== null ? { [currency]: amount } : undefined;
  const subject = { requester_id, department_id: requester.department_id, type, amount, amounts, cost, budget_year };
  const steps = await plan(tx, family, subject, input.steps);
  return {
    rule: steps[0]?.rule ?? null,
    steps: await presentPlan(tx, requester, steps),
    four_eyes: await isFourEyesRequired(tx),
  };
}

function plan(tx: Tx, family: RequestFamily, subject: ChainSubject, steps: Input["steps"]): Promise<PlannedStep[]> {
  if (steps?.length) {
    const approvers = steps.map(normalizeApprover);
    const errors = unsupportedApprovers(family, approvers);
    if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
    return planSteps(tx, family, subject, { id: 0, name: "", when: {}, steps: approvers });
  }
  return requestFamilyServices.filling[family].plan(tx, subject);
}

/** Field errors for kinds of approvers that the family doesn't support: a budget owner requires a family with budgets. */
export function unsupportedApprovers(family: RequestFamily, steps: readonly Approver[]): FieldErrors {
  const offered = approverKindsOf(family);
  return Object.fromEntries(
    steps.flatMap(({ by }, at) => (offered.includes(by) ? [] : [[`steps.${at}.by`, ["field.oneOf"]]])),
  );
}

/** Keeps only the fields that belong to the kind of approver. */
export function normalizeApprover({ by, role_id, user_id }: InferType<typeof approverSchema>): Approver {
  if (by === "role") return { by, role_id: role_id as number };
  return by === "user" ? { by, user_id: user_id as number } : { by };
}

const selectPeople = sql(
  "dryRun.names",
  `SELECT u.id, u.fullname, u.image, away_until(u.id, tenant_today())::text AS away_until, (
     SELECT ${personJson("t")} FROM running_delegation d
     JOIN app_user t ON t.tenant_id = d.tenant_id AND t.id = d.delegatee_id
     WHERE d.delegator_id = u.id AND d.delegatee_id <> $2
     ORDER BY is_away(d.delegatee_id, tenant_today()), d.start_date DESC, d.id DESC LIMIT 1) AS delegatee
   FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = ANY($1)`,
);
const selectRolesAway = sql(
  "dryRun.roles",
  `SELECT g.id, g.name, g.code, ${roleAwayUntil("g.id", "$2")}::text AS away_until
   FROM role g WHERE g.tenant_id = current_tenant() AND g.id = ANY($1)`,
);

type NamedRole = NonNullable<Shown["role"]> & Pick<Shown, "away_until">;
type Named = NonNullable<Shown["approver"]> & Pick<Shown, "delegatee" | "away_until">;

/** External requesters don't see who is on leave. */
async function presentPlan(
  tx: Tx,
  requester: { id: number; external: boolean },
  steps: readonly PlannedStep[],
): Promise<Shown[]> {
  const ids = steps.flatMap(({ approver_id, meant_id }) => [approver_id, meant_id]).filter((id) => id !== null);
  const people = new Map(
    (await tx.rows<Named>(selectPeople, [ids, requester.id])).map((person) => [person.id, person]),
  );
  const roleIds = steps.map(({ role_id }) => role_id).filter((id) => id !== null);
  const byRole = new Map(
    (await tx.rows<NamedRole>(selectRolesAway, [roleIds, requester.id])).map(({ away_until, ...role }) => [
      role.id,
      { role, away_until },
    ]),
  );
  const person = (id: number | null) => {
    const { fullname, image } = (id !== null && people.get(id)) || {};
    return id !== null && fullname !== undefined ? { id, fullname, image: image ?? null } : null;
  };
  const awayUntil = (id: number | null) => (!requester.external && id !== null && people.get(id)?.away_until) || null;
  const holdersAwayUntil = (id: number | null) =>
    (!requester.external && id !== null && byRole.get(id)?.away_until) || null;
  return steps.map(({ by, route, approver_id, role_id, meant_id }) => ({
    by,
    route,
    approver: person(approver_id),
    role: (role_id !== null && byRole.get(role_id)?.role) || null,
    instead_of: person(meant_id),
    delegatee: (approver_id !== null && people.get(approver_id)?.delegatee) || null,
    away_until: approver_id === null ? holdersAwayUntil(role_id) : awayUntil(approver_id),
    meant_away_until: awayUntil(meant_id),
  }));
}
