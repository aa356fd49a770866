import type { InferType } from "yup";
import type { Approver, ChainCondition } from "../../../shared/approvals/approvals/approvals.chain.rules";
import type { ApprovalRule, readRuleOptions } from "../../../shared/approvals/approvals/approval-rules.contract";
import type { ruleSchema } from "../../../shared/approvals/approvals/approval-rules.schema";
import { requestFamilyDefinitions, type RequestFamily } from "../../../shared/approvals/approvals/families";
import { roleNameIn } from "../../../shared/kernel/role-names.rules";
import { tenantStream } from "../../../shared/kernel/events";
import { type FieldErrors, Problem } from "../../../shared/kernel/problems";
import { stepSeparator, type SecurityDetails } from "../../../shared/kernel/security";
import type { Actor } from "../../platform/session";
import { logSecurity } from "../../platform/security-log";
import { personJson } from "../../platform/database/person-json";
import { enforceRowLimit, rowLimit } from "../../platform/database/row-limits";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { normalizeApprover, authorizeRuleEditing, unsupportedApprovers } from "./dry-run.service";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { requestFamilyServices } from "./families.slots";

export const ruleLimit = rowLimit("approval_rule", 500);

type Options = ReplyOf<typeof readRuleOptions>["data"];

const selectDepartments = sql(
  "ruleOptions.departments",
  "SELECT id, name FROM department WHERE tenant_id = current_tenant() ORDER BY name COLLATE reader, id",
);
const selectRoles = sql(
  "ruleOptions.roles",
  "SELECT id, name, code FROM role WHERE tenant_id = current_tenant() AND code IS DISTINCT FROM 'external' ORDER BY id",
);
const selectActivePeople = sql(
  "ruleOptions.people",
  `SELECT id, fullname, image FROM app_user WHERE tenant_id = current_tenant() AND active AND NOT external
   ORDER BY fullname COLLATE reader, id`,
);
export async function ruleOptionsOf(tx: Tx, actor: Actor, family: RequestFamily): Promise<Options> {
  authorizeRuleEditing(actor, family);
  return {
    types: await requestFamilyServices.filling[family].types(tx),
    departments: await tx.rows<Options["departments"][number]>(selectDepartments),
    roles: await tx.rows<Options["roles"][number]>(selectRoles),
    people: await tx.rows<Options["people"][number]>(selectActivePeople),
  };
}

type Input = InferType<typeof ruleSchema>;

// Columns of a rule; each approver step contains the current name of its role or user.
const columns = `r.id, r.family, r.name, r.condition, r.version, (
  SELECT json_agg(json_build_object('by', s.step->>'by',
    'role', (SELECT json_build_object('id', g.id, 'name', g.name, 'code', g.code) FROM role g
             WHERE g.tenant_id = r.tenant_id AND g.id = (s.step->>'role_id')::bigint),
    'user', (SELECT ${personJson("u")} FROM app_user u
             WHERE u.tenant_id = r.tenant_id AND u.id = (s.step->>'user_id')::bigint)) ORDER BY s.place)
  FROM jsonb_array_elements(r.steps) WITH ORDINALITY AS s (step, place)) AS steps`;
const selectRules = sql(
  "approvalRules.list",
  `SELECT ${columns} FROM approval_rule r WHERE r.tenant_id = current_tenant() AND r.family = $1 ORDER BY r.position`,
);
const byId = sql(
  "approvalRules.byId",
  `SELECT ${columns} FROM approval_rule r WHERE r.tenant_id = current_tenant() AND r.id = $1`,
);
// Serializes changes so that concurrent sort orders don't conflict.
const lockRules = sql(
  "approvalRules.lock",
  `SELECT pg_advisory_xact_lock(hashtextextended('approval-rules:' || current_tenant()::text, 0))`,
);

export function listRules(tx: Tx, actor: Actor, family: RequestFamily): Promise<ApprovalRule[]> {
  authorizeRuleEditing(actor, family);
  return tx.rows<ApprovalRule>(selectRules, [family]);
}

async function lockRule(tx: Tx, actor: Actor, id: number): Promise<ApprovalRule> {
  await tx.one(lockRules);
  const rule = await tx.one<ApprovalRule>(byId, [id]);
  if (!rule) throw new Problem("notFound");
  authorizeRuleEditing(actor, rule.family);
  return rule;
}

const insertRule = sql(
  "approvalRules.insert",
  `INSERT INTO approval_rule (tenant_id, family, position, name, condition, steps)
   SELECT current_tenant(), $1, COALESCE(max(position) + 1, 0), $2, $3, $4
   FROM approval_rule WHERE tenant_id = current_tenant() AND family = $1 RETURNING id`,
);

export async function createRule(tx: Tx, actor: Actor, input: Input): Promise<ApprovalRule> {
  authorizeRuleEditing(actor, input.family);
  await tx.one(lockRules);
  await enforceRowLimit(tx, ruleLimit, "name");
  const { condition, steps } = await contentOf(tx, input);
  const { id } = (await tx.one<{ id: number }>(insertRule, [input.family, input.name, condition, steps])) as {
    id: number;
  };
  return changed(tx, id, "created");
}

const updateRuleRow = sql(
  "approvalRules.update",
  `UPDATE approval_rule SET name = $2, condition = $3, steps = $4, version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1`,
);

/**
 * Updates a rule; its request family can't be changed.
 * @throws Problem 404 for an unknown rule; 403 without permission; 409 with the current rule when the version is stale; 422 for invalid
 *   input.
 */
export async function updateRule(tx: Tx, actor: Actor, id: number, input: Input): Promise<ApprovalRule> {
  const rule = await lockRule(tx, actor, id);
  if (input.version !== undefined && input.version !== rule.version) {
    throw new Problem("organization.stale", { record: rule });
  }
  const { condition, steps } = await contentOf(tx, { ...input, family: rule.family });
  await tx.rows(updateRuleRow, [id, input.name, condition, steps]);
  return changed(tx, id, "changed", rule);
}

const deleteRuleRow = sql(
  "approvalRules.delete",
  "DELETE FROM approval_rule WHERE tenant_id = current_tenant() AND id = $1",
);

/**
 * Deletes a rule; requests in progress keep their steps.
 * @throws Problem 404 for an unknown rule; 403 without permission.
 */
export async function deleteRule(tx: Tx, actor: Actor, id: number): Promise<void> {
  const rule = await lockRule(tx, actor, id);
  await tx.rows(deleteRuleRow, [id]);
  emitRules(tx, rule.family, { change: "deleted", record: id, rule: rule.name, before: stepsIn(rule) });
}

const updateRulePositions = sql(
  "approvalRules.sort",
  `UPDATE approval_rule r SET position = p.place - 1 FROM unnest($1::bigint[]) WITH ORDINALITY AS p (id, place)
   WHERE r.tenant_id = current_tenant() AND r.id = p.id`,
);

/**
 * Saves the order of a family's rules.
 * @throws Problem 403 without permission; 409 with the current rules when a rule was added or removed meanwhile.
 */
export async function sortRules(tx: Tx, actor: Actor, family: RequestFamily, ids: readonly number[]): Promise<void> {
  authorizeRuleEditing(actor, family);
  await tx.one(lockRules);
  const rules = await tx.rows<ApprovalRule>(selectRules, [family]);
  const same = ids.length === rules.length && rules.every(({ id }) => ids.includes(id));
  if (!same) throw new Problem("approvalRule.stale", { record: rules });
  await tx.rows(updateRulePositions, [[...ids]]);
  emitRules(tx, family, { change: "sorted" });
}

async function changed(tx: Tx, id: number, change: "created" | "changed", old?: ApprovalRule): Promise<ApprovalRule> {
  const rule = (await tx.one<ApprovalRule>(byId, [id])) as ApprovalRule;
  const before = old && { before: stepsIn(old) };
  emitRules(tx, rule.family, { change, record: id, rule: rule.name, steps: stepsIn(rule), ...before });
  return rule;
}

/** Limit in characters of the steps' text: a log entry is limited to 1,000 characters of JSON, in which each quote takes two. */
const longestSteps = 330;

function stepsIn({ steps }: ApprovalRule): string {
  let text = steps
    .map(({ by, role, user }) => (role ? roleNameIn((id) => id, role.name) : (user?.fullname ?? `by.${by}`)))
    .join(stepSeparator);
  while (JSON.stringify(text).length > longestSteps) text = text.slice(0, -1);
  return text;
}

/** Notifies screens and writes to the security log, since rules decide who may approve. */
function emitRules(tx: Tx, family: RequestFamily, facts: SecurityDetails): void {
  tx.emit("approval_rules.changed", tenantStream(tx.tenantId), { family });
  logSecurity(tx, { kind: "approval_rules_changed", facts: { scope: family, ...facts } });
}

function conditionOf(input: Input): ChainCondition {
  const { types, from_amount, to_amount, currency, from_cost, to_cost, department_ids, over_budget, feature } = input;
  return {
    ...(types?.length ? { types } : {}),
    ...(from_amount ? { from_amount } : {}),
    ...(to_amount ? { to_amount } : {}),
    ...(currency && (from_amount || to_amount) ? { currency } : {}),
    ...(from_cost ? { from_cost } : {}),
    ...(to_cost ? { to_cost } : {}),
    ...(department_ids?.length ? { department_ids } : {}),
    ...(over_budget ? { over_budget } : {}),
    ...(feature ? { feature } : {}),
  };
}

const selectReferences = sql(
  "approvalRules.known",
  `SELECT 'role' AS kind, id FROM role WHERE tenant_id = current_tenant() AND id = ANY($1)
   UNION ALL SELECT 'user', id FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($2) AND active AND NOT external
   UNION ALL SELECT 'department', id FROM department WHERE tenant_id = current_tenant() AND id = ANY($3)`,
);

async function contentOf(tx: Tx, input: Input): Promise<{ condition: string; steps: string }> {
  const condition = conditionOf(input);
  const steps = input.steps.map(normalizeApprover);
  const departments = [...(condition.department_ids ?? [])];
  const roles = steps.flatMap((step) => (step.by === "role" ? [step.role_id] : []));
  const users = steps.flatMap((step) => (step.by === "user" ? [step.user_id] : []));
  const rows = await tx.rows<{ kind: string; id: number }>(selectReferences, [roles, users, departments]);
  const existingReferences = new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
  const errors = { ...unsupportedApprovers(input.family, steps), ...unknownReferences(steps, existingReferences) };
  if (departments.some((id) => !existingReferences.has(`department ${id}`))) errors.department_ids = ["field.unknown"];
  // Silently dropping the field would make the rule apply to more requests than intended.
  if (!requestFamilyDefinitions[input.family].cost) {
    if (condition.from_cost) errors.from_cost = ["field.unknown"];
    if (condition.to_cost) errors.to_cost = ["field.unknown"];
  }
  if (condition.over_budget && !requestFamilyDefinitions[input.family].budget) errors.over_budget = ["field.unknown"];
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
  return { condition: JSON.stringify(condition), steps: JSON.stringify(steps) };
}

function unknownReferences(steps: readonly Approver[], existingReferences: ReadonlySet<string>): FieldErrors {
  const errors: FieldErrors = {};
  for (const [at, step] of steps.entries()) {
    if (step.by === "role" && !existingReferences.has(`role ${step.role_id}`))
      errors[`steps.${at}.role_id`] = ["field.unknown"];
    if (step.by === "user" && !existingReferences.has(`user ${step.user_id}`))
      errors[`steps.${at}.user_id`] = ["field.unknown"];
  }
  return errors;
}
