import type { ChainCondition } from "../../shared/approvals/approvals.chain.rules";
import type { RequestFamily } from "../../shared/requests/families";
import type { RequestRoute, RouteRule } from "../../shared/approvals/request-route.contract";
import type { Actor as Person } from "../../shared/kernel/events";
import type { Named } from "../../shared/kernel/translations";
import { stepsOf, withoutNotes } from "../approvals/approvals.present";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { familyServices } from "./families";
import { nameless, readsTalk, visibleRequest } from "./requests.service";

const ruleNamed = sql(
  "requestRoute.rule",
  `SELECT r.name, r.condition, COALESCE((
     SELECT json_agg(json_build_object('id', d.id, 'name', d.name) ORDER BY lower(d.name), d.id) FROM department d
     WHERE d.tenant_id = r.tenant_id AND r.condition->'department_ids' @> to_jsonb(d.id)), '[]') AS departments
   FROM approval_rule r WHERE r.tenant_id = current_tenant() AND r.family = $1 AND r.name = $2
   ORDER BY r.position LIMIT 1`,
);

const delegatees = sql(
  "requestRoute.delegatees",
  `SELECT d.delegator_id, json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) AS delegatee
   FROM running_delegation d JOIN app_user u ON u.tenant_id = d.tenant_id AND u.id = d.delegatee_id
   WHERE d.tenant_id = current_tenant() AND d.delegator_id = ANY($1)`,
);

/** Why a request goes where it goes. @throws Problem 404 for what isn't theirs to see. */
export async function routeOf(tx: Tx, actor: Actor, requestId: number): Promise<RequestRoute> {
  const request = await visibleRequest(tx, actor, requestId);
  const all = (await stepsOf(tx, [request.id])).get(request.id) ?? [];
  const shown = (await readsTalk(tx, actor, request)) ? all : withoutNotes(all);
  const steps = shown.filter(({ round }) => round === request.round);
  const rule_name = steps.find(({ rule }) => rule !== null)?.rule ?? null;
  const asked = steps.flatMap(({ state, approver }) =>
    approver && ["now", "next"].includes(state) ? approver.id : [],
  );
  const rows = await tx.rows<{ delegator_id: number; delegatee: Person }>(delegatees, [asked]);
  const standIns = new Map(rows.map(({ delegator_id, delegatee }) => [delegator_id, delegatee]));
  return {
    rule_name,
    rule: rule_name === null ? null : await ruleOf(tx, request.family, rule_name),
    steps: steps.map((step) => ({ ...step, delegatee: (step.approver && standIns.get(step.approver.id)) || null })),
  };
}

const namesOf = (kind: Named | undefined) => (kind ? { name: kind.name, translations: kind.translations } : nameless);

async function ruleOf(tx: Tx, family: RequestFamily, name: string): Promise<RouteRule | null> {
  const rule = await tx.one<Pick<RouteRule, "name" | "departments"> & { condition: ChainCondition }>(ruleNamed, [
    family,
    name,
  ]);
  if (!rule) return null;
  const known = (rule.condition.types?.length && (await familyServices[family].kindNames?.(tx))) || [];
  const types = (rule.condition.types ?? []).map((code) => ({
    code,
    ...namesOf(known.find(({ type }) => type === code)),
  }));
  return { ...rule, types };
}
