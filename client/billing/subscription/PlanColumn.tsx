import { IconCheck, IconLayoutKanban, IconMinus, IconUsers } from "@tabler/icons-react";
import { useFormat, useText } from "../../platform/intl/useText";
import { featureName } from "./feature-name";
import { PlanButton } from "./PlanButton";
import { type BillingPeriod, type Plan, pricePerMonth, priceUnit } from "./plans";
import classes from "./PricingDialog.module.css";
import type { usePlanChoice } from "./usePlanChoice";

interface PlanColumnProps {
  plan: Plan;
  period: BillingPeriod;
  features: readonly { code: string; name: string }[];
  /** Whether this is the cheapest plan with the requested feature. */
  isSuggested: boolean;
  choice: ReturnType<typeof usePlanChoice>;
}

const icon = { size: 14, stroke: 1.75, "aria-hidden": true } as const;

export function PlanColumn({ plan, period, features, isSuggested, choice }: PlanColumnProps) {
  const text = useText();
  const { money } = useFormat();
  const price = money(pricePerMonth(plan, period), "USD", "whole");
  const included = new Set(plan.features.map((feature) => feature.code));
  return (
    <section className={classes.plan} data-wanted={isSuggested || undefined}>
      <header>
        <h3>
          <bdi>{plan.name}</bdi>
          {plan.current_plan && <span className={classes.yours}>{text("pricing.yourPlan")}</span>}
        </h3>
        <p>{plan.description}</p>
      </header>
      <div>
        <div className={classes.price}>
          <bdi>{price}</bdi>
        </div>
        <span className={classes.per}>{text(priceUnit(plan, period))}</span>
      </div>
      <div className={classes.choose}>
        <PlanButton plan={plan} period={period} choice={choice} />
      </div>
      <ul>
        <li>
          <IconUsers {...icon} />
          {plan.user_limit === null ? text("pricing.anyPeople") : text("pricing.people", { count: plan.user_limit })}
        </li>
        <li>
          <IconLayoutKanban {...icon} />
          {plan.project_limit === null
            ? text("pricing.anyProjects")
            : text("pricing.projects", { count: plan.project_limit })}
        </li>
        {features.map((feature) => (
          <li key={feature.code} data-without={!included.has(feature.code) || undefined}>
            {included.has(feature.code) ? <IconCheck {...icon} /> : <IconMinus {...icon} />}
            {featureName(text, feature.code, feature.name)}
            {!included.has(feature.code) && <span className="sr-only">{text("pricing.notIncluded")}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
