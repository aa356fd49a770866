import { Anchor, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { excessOverLimits } from "../../../shared/billing/subscription/subscription.rules";
import { listPlans } from "../../../shared/billing/subscription/subscription.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { openPlanDialog } from "./plan-dialog";
import { type BillingPeriod, type Plan, pricePerMonth, priceUnit } from "./plans";
import { PlanButton } from "./PlanButton";
import { ExceededLimits, usePlanChoice } from "./usePlanChoice";
import classes from "./subscription.module.css";

export function ChangePlan({ period: now }: { period: BillingPeriod | null }) {
  const text = useText();
  const plans = useEndpoint(listPlans);
  const choice = usePlanChoice();
  const [chosen, setPeriod] = useState<BillingPeriod | null>(null);
  const period = chosen ?? now ?? "annual";
  return (
    <Panel
      title={text("subscription.changePlan")}
      end={
        <Anchor component="button" type="button" className="link" onClick={() => openPlanDialog()}>
          {text("subscription.compare")}
        </Anchor>
      }
    >
      <div className={classes.period}>
        <SegmentedControl
          value={period}
          onChange={(value) => setPeriod(value as BillingPeriod)}
          aria-label={text("pricing.billing")}
          data={[
            { value: "annual", label: text("pricing.annual", { months: 0 }) },
            { value: "monthly", label: text("pricing.monthly") },
          ]}
        />
      </div>
      <QueryBoundary query={plans}>
        {({ data, count_summary: used }) => (
          <div className={classes.plans}>
            {data.map((plan) => (
              <section key={plan.id} data-current={plan.current_plan || undefined}>
                <h3>
                  <bdi>{plan.name}</bdi>
                  {plan.current_plan && <span className={classes.days}>{text("pricing.yourPlan")}</span>}
                </h3>
                <Price plan={plan} period={period} />
                <p>{plan.description}</p>
                {!plan.current_plan && <ExceededLimits over={excessOverLimits(used, plan)} plan={plan.name} />}
                <PlanButton plan={plan} period={period} choice={choice} />
              </section>
            ))}
          </div>
        )}
      </QueryBoundary>
      {choice.dialog}
    </Panel>
  );
}

function Price({ plan, period }: { plan: Plan; period: BillingPeriod }) {
  const text = useText();
  const { money } = useFormat();
  return (
    <span className={classes.price}>
      <bdi>{money(pricePerMonth(plan, period), "USD", "whole")}</bdi> <small>{text(priceUnit(plan, period))}</small>
    </span>
  );
}
