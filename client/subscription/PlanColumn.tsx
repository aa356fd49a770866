import { IconCheck, IconLayoutKanban, IconMinus, IconUsers } from "@tabler/icons-react";
import { useFormat, useText } from "../platform/intl/useText";
import { featureName } from "./feature-name";
import { PlanButton } from "./PlanButton";
import type { Period, Plan } from "./plans";
import classes from "./PricingDialog.module.css";
import type { usePlanChoice } from "./usePlanChoice";

interface PlanColumnProps {
  plan: Plan;
  period: Period;
  features: readonly { code: string; name: string }[];
  /** It has what someone wanted. */
  wanted: boolean;
  choice: ReturnType<typeof usePlanChoice>;
}

const icon = { size: 14, stroke: 1.75, "aria-hidden": true } as const;

export function PlanColumn({ plan, period, features, wanted, choice }: PlanColumnProps) {
  const text = useText();
  const { money } = useFormat();
  const free = Number(plan.monthly_price) === 0;
  const perMonth = period === "annual" ? Number(plan.annual_price) / 12 : Number(plan.monthly_price);
  const price = money(perMonth, "USD", "whole");
  const included = new Set(plan.features.map((feature) => feature.code));
  return (
    <section className={classes.plan} data-wanted={wanted || undefined}>
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
        <span className={classes.per}>
          {text(free ? "pricing.forGood" : period === "annual" ? "pricing.perMonthAnnually" : "pricing.perMonth")}
        </span>
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
