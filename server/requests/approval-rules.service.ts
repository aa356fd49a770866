import type { InferType } from "yup";
import type { Approver, ChainCondition } from "../../shared/approvals/approvals.chain.rules";
import type { ApprovalRule } from "../../shared/approvals/approval-rules.contract";
import type { ruleSchema } from "../../shared/approvals/approval-rules.schema";
import { families, type RequestFamily } from "../../shared/requests/families";
import { tenantStream } from "../../shared/kernel/events";
import { type FieldErrors, Problem } from "../../shared/kernel/problems";
import type { SecurityFacts } from "../../shared/kernel/security";
import type { Actor } from "../platform/session";
import { logSecurity } from "../platform/security-log";
import { requireRoomFor } from "../platform/database/room-for";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { approverOf, authorizeRules } from "./dry-run.service";

type Input = InferType<typeof ruleSchema>;

// Each step with the name of whom it means, as it is today.
const columns = `r.id, r.family, r.name, r.condition, r.version, (
  SELECT json_agg(json_build_object('by', s.step->>'by',
    'role', (SELECT json_build_object('id', g.id, 'name', g.name, 'code', g.code) FROM role g
             WHERE g.tenant_id = r.tenant_id AND g.id = (s.step->>'role_id')::bigint),
    'user', (SELECT json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) FROM app_user u
             WHERE u.tenant_id = r.tenant_id AND u.id = (s.step->>'user_id')::bigint)) ORDER BY s.place)
  FROM jsonb_array_elements(r.steps) WITH ORDINALITY AS s (step, place)) AS steps`;
const list = sql(
  "approvalRules.list",
  `SELECT ${columns} FROM approval_rule r WHERE r.tenant_id = current_tenant() AND r.family = $1 ORDER BY r.position`,
);
const byId = sql(
  "approvalRules.byId",
  `SELECT ${columns} FROM approval_rule r WHERE r.tenant_id = current_tenant() AND r.id = $1`,
);
// One at a time, so that orders don't cross.
const lock = sql(
  "approvalRules.lock",
  `SELECT pg_advisory_xact_lock(hashtextextended('approval-rules:' || current_tenant()::text, 0))`,
);

/** @throws Problem 403. */
export function listRules(tx: Tx, actor: Actor, family: RequestFamily): Promise<ApprovalRule[]> {
  authorizeRules(actor, family);
  return tx.rows<ApprovalRule>(list, [family]);
}

/** Locked until the transaction ends. @throws Problem 404, 403. */
async function heldRule(tx: Tx, actor: Actor, id: number): Promise<ApprovalRule> {
  await tx.one(lock);
  const rule = await tx.one<ApprovalRule>(byId, [id]);
  if (!rule) throw new Problem("notFound");
  authorizeRules(actor, rule.family);
  return rule;
}

const insert = sql(
  "approvalRules.insert",
  `INSERT INTO approval_rule (tenant_id, family, position, name, condition, steps)
   SELECT current_tenant(), $1, COALESCE(max(position) + 1, 0), $2, $3, $4
   FROM approval_rule WHERE tenant_id = current_tenant() AND family = $1 RETURNING id`,
);

/** After the others of its family. @throws Problem 403, 422. */
export async function createRule(tx: Tx, actor: Actor, input: Input): Promise<ApprovalRule> {
  authorizeRules(actor, input.family);
  await tx.one(lock);
  await requireRoomFor(tx, "approval_rule", "name");
  const { condition, steps } = await contentOf(tx, input);
  const { id } = (await tx.one<{ id: number }>(insert, [input.family, input.name, condition, steps])) as { id: number };
  return changed(tx, id, "created");
}

const update = sql(
  "approvalRules.update",
  `UPDATE approval_rule SET name = $2, condition = $3, steps = $4, version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1`,
);

/** The family stays what it was. @throws Problem 404, 403, 409 with the rule as it is now, 422. */
export async function updateRule(tx: Tx, actor: Actor, id: number, input: Input): Promise<ApprovalRule> {
  const rule = await heldRule(tx, actor, id);
  if (input.version !== undefined && input.version !== rule.version) {
    throw new Problem("approvalRule.stale", { record: rule });
  }
  const { condition, steps } = await contentOf(tx, { ...input, family: rule.family });
  await tx.rows(update, [id, input.name, condition, steps]);
  return changed(tx, id, "changed");
}

const remove = sql("approvalRules.delete", "DELETE FROM approval_rule WHERE tenant_id = current_tenant() AND id = $1");

/** Requests that are under way keep their chain. @throws Problem 404, 403. */
export async function deleteRule(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { family } = await heldRule(tx, actor, id);
  await tx.rows(remove, [id]);
  tell(tx, family, { change: "deleted", record: id });
}

const sort = sql(
  "approvalRules.sort",
  `UPDATE approval_rule r SET position = p.place - 1 FROM unnest($1::bigint[]) WITH ORDINALITY AS p (id, place)
   WHERE r.tenant_id = current_tenant() AND r.id = p.id`,
);

/** @throws Problem 403; 409 with the rules as they are when somebody has added or removed one meanwhile. */
export async function sortRules(tx: Tx, actor: Actor, family: RequestFamily, ids: readonly number[]): Promise<void> {
  authorizeRules(actor, family);
  await tx.one(lock);
  const rules = await tx.rows<ApprovalRule>(list, [family]);
  const same = ids.length === rules.length && rules.every(({ id }) => ids.includes(id));
  if (!same) throw new Problem("approvalRule.stale", { record: rules });
  await tx.rows(sort, [[...ids]]);
  tell(tx, family, { change: "sorted" });
}

async function changed(tx: Tx, id: number, change: "created" | "changed"): Promise<ApprovalRule> {
  const rule = (await tx.one<ApprovalRule>(byId, [id])) as ApprovalRule;
  tell(tx, rule.family, { change, record: id });
  return rule;
}

/** To the screens and, since rules decide who may decide, into the security log. */
function tell(tx: Tx, family: RequestFamily, facts: SecurityFacts): void {
  tx.emit("approval_rules.changed", tenantStream(tx.tenantId), { family });
  logSecurity(tx, { kind: "approval_rules_changed", facts: { scope: family, ...facts } });
}

function conditionOf(input: Input): ChainCondition {
  const { types, from_amount, to_amount, currency, from_cost, to_cost, department_ids, feature } = input;
  return {
    ...(types?.length ? { types } : {}),
    ...(from_amount ? { from_amount } : {}),
    ...(to_amount ? { to_amount } : {}),
    ...(currency && (from_amount || to_amount) ? { currency } : {}),
    ...(from_cost ? { from_cost } : {}),
    ...(to_cost ? { to_cost } : {}),
    ...(department_ids?.length ? { department_ids } : {}),
    ...(feature ? { feature } : {}),
  };
}

const known = sql(
  "approvalRules.known",
  `SELECT 'role' AS kind, id FROM role WHERE tenant_id = current_tenant() AND id = ANY($1)
   UNION ALL SELECT 'user', id FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($2) AND active AND NOT external
   UNION ALL SELECT 'department', id FROM department WHERE tenant_id = current_tenant() AND id = ANY($3)`,
);

async function contentOf(tx: Tx, input: Input): Promise<{ condition: string; steps: string }> {
  const condition = conditionOf(input);
  const steps = input.steps.map(approverOf);
  const departments = [...(condition.department_ids ?? [])];
  const roles = steps.flatMap((step) => (step.by === "role" ? [step.role_id] : []));
  const users = steps.flatMap((step) => (step.by === "user" ? [step.user_id] : []));
  const rows = await tx.rows<{ kind: string; id: number }>(known, [roles, users, departments]);
  const there = new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
  const errors = unknownIn(steps, there);
  if (departments.some((id) => !there.has(`department ${id}`))) errors.department_ids = ["field.unknown"];
  // Left out in silence it would be a rule for more than was meant.
  if (!families[input.family].cost) {
    if (condition.from_cost) errors.from_cost = ["field.unknown"];
    if (condition.to_cost) errors.to_cost = ["field.unknown"];
  }
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
  return { condition: JSON.stringify(condition), steps: JSON.stringify(steps) };
}

function unknownIn(steps: readonly Approver[], there: ReadonlySet<string>): FieldErrors {
  const errors: FieldErrors = {};
  for (const [at, step] of steps.entries()) {
    if (step.by === "role" && !there.has(`role ${step.role_id}`)) errors[`steps.${at}.role_id`] = ["field.unknown"];
    if (step.by === "user" && !there.has(`user ${step.user_id}`)) errors[`steps.${at}.user_id`] = ["field.unknown"];
  }
  return errors;
}
