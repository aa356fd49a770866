import type { InferType } from "yup";
import type { Approver, ChainSubject } from "../../shared/approvals/approvals.chain.rules";
import type { PlannedStep as Shown } from "../../shared/approvals/approval-rules.contract";
import { ruleMakersOf } from "../../shared/approvals/rule-makers.rules";
import type { approverSchema, dryRunSchema } from "../../shared/approvals/approval-rules.schema";
import { families, type RequestFamily } from "../../shared/requests/families";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { isFourEyed } from "../approvals/four-eyes.service";
import { type PlannedStep, planSteps } from "../approvals/approvals.service";
import { familyServices } from "./families";
import { requireInPlan } from "./requests.service";

type Input = InferType<typeof dryRunSchema>;

/** @throws Problem 403 for who makes no rules for a family. */
export function authorizeRules(actor: Actor, family: RequestFamily): void {
  requireInPlan(actor, families[family].feature);
  if (!ruleMakersOf(family).some((code) => actor.permissions.has(code))) throw new Problem("permission.denied");
}

const departmentOf = sql(
  "dryRun.requester",
  `SELECT department_id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND active`,
);

/**
 * Where a request would go if it were sent now.
 * @throws Problem 403 for somebody else's way without making rules, and for what the plan lacks; 422.
 */
export async function tryChain(
  tx: Tx,
  actor: Actor,
  input: Input,
): Promise<{ rule: string | null; steps: Shown[]; four_eyes: boolean }> {
  const { family, type, amount = null, currency = null, cost = null } = input;
  requireInPlan(actor, families[family].feature);
  const requester_id = input.requester_id ?? actor.id;
  if (requester_id !== actor.id || input.steps) authorizeRules(actor, family);
  const requester = await tx.one<{ department_id: number | null }>(departmentOf, [requester_id]);
  if (!requester) throw invalid("requester_id", "field.unknown");
  const amounts = currency !== null && amount !== null ? { [currency]: amount } : undefined;
  const subject = { requester_id, department_id: requester.department_id, type, amount, amounts, cost };
  const steps = await plan(tx, family, subject, input.steps);
  return { rule: steps[0]?.rule ?? null, steps: await presentPlan(tx, steps), four_eyes: await isFourEyed(tx) };
}

function plan(tx: Tx, family: RequestFamily, subject: ChainSubject, steps: Input["steps"]): Promise<PlannedStep[]> {
  if (steps?.length) return planSteps(tx, family, subject, { id: 0, name: "", when: {}, steps: steps.map(approverOf) });
  return familyServices[family].plan(tx, subject);
}

/** Without what doesn't belong to its kind. */
export function approverOf({ by, role_id, user_id }: InferType<typeof approverSchema>): Approver {
  if (by === "role") return { by, role_id: role_id as number };
  return by === "user" ? { by, user_id: user_id as number } : { by };
}

const names = sql(
  "dryRun.names",
  `SELECT u.id, u.fullname, u.image, (
     SELECT json_build_object('id', t.id, 'fullname', t.fullname, 'image', t.image) FROM running_delegation d
     JOIN app_user t ON t.tenant_id = d.tenant_id AND t.id = d.delegatee_id
     WHERE d.delegator_id = u.id LIMIT 1) AS delegatee
   FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = ANY($1)`,
);
const roles = sql(
  "dryRun.roles",
  "SELECT id, name, code FROM role WHERE tenant_id = current_tenant() AND id = ANY($1)",
);

type Named = NonNullable<Shown["approver"]> & { delegatee: Shown["delegatee"] };

async function presentPlan(tx: Tx, steps: readonly PlannedStep[]): Promise<Shown[]> {
  const ids = steps.flatMap(({ approver_id, meant_id }) => [approver_id, meant_id]).filter((id) => id !== null);
  const people = new Map((await tx.rows<Named>(names, [ids])).map((person) => [person.id, person]));
  const asked = steps.map(({ role_id }) => role_id).filter((id) => id !== null);
  const byRole = await tx.rows<NonNullable<Shown["role"]>>(roles, [asked]);
  const person = (id: number | null) => {
    const { fullname, image } = (id !== null && people.get(id)) || {};
    return id !== null && fullname !== undefined ? { id, fullname, image: image ?? null } : null;
  };
  return steps.map(({ by, route, approver_id, role_id, meant_id }) => ({
    by,
    route,
    approver: person(approver_id),
    role: byRole.find(({ id }) => id === role_id) ?? null,
    instead_of: person(meant_id),
    delegatee: (approver_id !== null && people.get(approver_id)?.delegatee) || null,
  }));
}
