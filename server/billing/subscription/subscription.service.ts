import type { PlanFeature } from "../../../shared/kernel/access";
import { planFeatures } from "../../../shared/access";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { tenantStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import type { listPlans } from "../../../shared/billing/subscription/subscription.contract";
import type { Actor } from "../../platform/session";
import type { Translate } from "../../platform/text";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { selectPayingUsers } from "./billing.sql";

interface PlanRow {
  id: number;
  code: string;
  monthly_price: string;
  annual_price: string;
  user_limit: number | null;
  project_limit: number | null;
  features: PlanFeature[];
}

interface Standing {
  plan_id: number;
  running: boolean;
  remaining_days: number | null;
  ended_at: Date | null;
  users: number;
  projects: number;
}

const selectAllPlans = sql(
  "subscription.plans",
  `SELECT id, code, monthly_price::text, annual_price::text, user_limit, project_limit, features FROM plan ORDER BY sort_order`,
);
const selectCurrentPlan = sql(
  "subscription.standing",
  `SELECT t.plan_id, NOT plan_is_over(t.plan_ends_at, t.auto_renew) AS running,
          CASE WHEN t.plan_ends_at IS NOT NULL AND NOT (t.auto_renew AND t.plan_ends_at > now()) THEN GREATEST(0, ceil(extract(epoch FROM t.plan_ends_at - now()) / 86400))::int END
            AS remaining_days,
          CASE WHEN plan_is_over(t.plan_ends_at, t.auto_renew) THEN t.plan_ends_at END AS ended_at,
          (SELECT count(*)::int FROM app_user u WHERE u.tenant_id = t.id AND u.active) AS users,
          (SELECT count(*)::int FROM project p WHERE p.tenant_id = t.id AND p.archived_at IS NULL) AS projects
   FROM tenant t WHERE t.id = current_tenant()`,
);

export async function listPlansFor(tx: Tx, actor: Actor, text: Translate): Promise<ReplyOf<typeof listPlans>> {
  const [plans, now] = await Promise.all([tx.rows<PlanRow>(selectAllPlans), tx.one<Standing>(selectCurrentPlan)]);
  const payers = actor.external ? [] : await tx.rows<{ fullname: string }>(selectPayingUsers);
  if (!now) throw new Error("The tenant of the session is missing");
  const presentFeature = (code: PlanFeature) => ({ code, name: text(`feature.${code}`) });
  const current = plans.find((plan) => plan.id === now.plan_id);
  return {
    data: plans.map((plan) => ({
      id: plan.id,
      name: text(`plan.${plan.code}.name`),
      code: plan.code,
      description: text(`plan.${plan.code}.description`),
      monthly_price: plan.monthly_price,
      annual_price: plan.annual_price,
      user_limit: plan.user_limit,
      project_limit: plan.project_limit,
      features: plan.features.map(presentFeature),
      can_subscribe: actor.permissions.has("subscription-create-request") && !(plan.id === now.plan_id && now.running),
      current_plan: plan.id === now.plan_id,
    })),
    features: planFeatures.map(presentFeature),
    // The numbers of users and projects aren't disclosed to external users.
    count_summary: actor.external ? { users: 0, projects: 0 } : { users: now.users, projects: now.projects },
    has_active_subscription: now.running && current !== undefined && current.code !== "free",
    remaining_days: now.remaining_days,
    ended_at: now.ended_at?.toISOString() ?? null,
    payers: payers.map(({ fullname }) => fullname),
  };
}

// The UPDATE itself checks the condition, so that the second of two concurrent calls, or a call after an upgrade, changes no row.
const updateToFreePlan = sql(
  "subscription.takeFree",
  `UPDATE tenant SET plan_id = (SELECT id FROM plan WHERE code = 'free'), billing_period = NULL, auto_renew = false,
          plan_starts_at = now(), plan_ends_at = NULL
   WHERE id = current_tenant() AND plan_is_over(plan_ends_at, auto_renew) RETURNING id`,
);

/**
 * Replaces an expired plan with the free plan and notifies open screens.
 * @throws Problem 409 while the plan is active.
 */
export async function continueOnFreePlan(tx: Tx): Promise<void> {
  if (!(await tx.one(updateToFreePlan))) throw new Problem("plan.notExpired");
  tx.emit("tenant.updated", tenantStream(tx.tenantId), { id: tx.tenantId });
}
