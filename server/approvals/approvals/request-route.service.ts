import type { ChainCondition } from "../../../shared/approvals/approvals/approvals.chain.rules";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import type { RequestRoute, RouteRule } from "../../../shared/approvals/approvals/request-route.contract";
import type { Actor as Person } from "../../../shared/kernel/events";
import type { NamedRecord } from "../../../shared/kernel/translations";
import { stepsOfRequests, withoutDecisionNotes } from "./approvals.present";
import type { Actor } from "../../platform/session";
import { personJson } from "../../platform/database/person-json";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { emptyName, mayReadDiscussion, loadVisibleRequest } from "./requests.service";
import { requestFamilyServices } from "./families.slots";

const ruleNamed = sql(
  "requestRoute.rule",
  `SELECT r.name, r.condition, COALESCE((
     SELECT json_agg(json_build_object('id', d.id, 'name', d.name) ORDER BY d.name COLLATE reader, d.id) FROM department d
     WHERE d.tenant_id = r.tenant_id AND r.condition->'department_ids' @> to_jsonb(d.id)), '[]') AS departments
   FROM approval_rule r WHERE r.tenant_id = current_tenant() AND r.family = $1 AND r.name = $2
   ORDER BY r.position LIMIT 1`,
);

const selectDelegatees = sql(
  "requestRoute.delegatees",
  `SELECT d.delegator_id, ${personJson("u")} AS delegatee
   FROM running_delegation d JOIN app_user u ON u.tenant_id = d.tenant_id AND u.id = d.delegatee_id
   WHERE d.tenant_id = current_tenant() AND d.delegator_id = ANY($1) AND d.delegatee_id <> $2
   ORDER BY is_away(d.delegatee_id, tenant_today()) DESC, d.start_date, d.id`,
);

export async function describeRoute(tx: Tx, actor: Actor, requestId: number): Promise<RequestRoute> {
  const request = await loadVisibleRequest(tx, actor, requestId);
  const all = (await stepsOfRequests(tx, [request.id])).get(request.id) ?? [];
  const visibleSteps = (await mayReadDiscussion(tx, actor, request)) ? all : withoutDecisionNotes(all);
  const steps = visibleSteps.filter(({ round }) => round === request.round);
  const rule_name = steps.find(({ rule }) => rule !== null)?.rule ?? null;
  const approvers = steps.flatMap(({ state, approver }) =>
    approver && ["now", "next"].includes(state) ? approver.id : [],
  );
  const rows = await tx.rows<{ delegator_id: number; delegatee: Person }>(selectDelegatees, [
    approvers,
    request.requesterId,
  ]);
  const standIns = new Map(rows.map(({ delegator_id, delegatee }) => [delegator_id, delegatee]));
  return {
    rule_name,
    rule: rule_name === null ? null : await ruleOf(tx, request.family, rule_name),
    steps: steps.map((step) => ({ ...step, delegatee: (step.approver && standIns.get(step.approver.id)) || null })),
  };
}

const namesOf = (kind: NamedRecord | undefined) =>
  kind ? { name: kind.name, translations: kind.translations } : emptyName;

async function ruleOf(tx: Tx, family: RequestFamily, name: string): Promise<RouteRule | null> {
  const rule = await tx.one<Pick<RouteRule, "name" | "departments"> & { condition: ChainCondition }>(ruleNamed, [
    family,
    name,
  ]);
  if (!rule) return null;
  const kindNames =
    (rule.condition.types?.length && (await requestFamilyServices.filling[family].kindNames?.(tx))) || [];
  const types = (rule.condition.types ?? []).map((code) => ({
    code,
    ...namesOf(kindNames.find(({ type }) => type === code)),
  }));
  return { ...rule, types };
}
