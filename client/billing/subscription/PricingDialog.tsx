import type { PlanFeature } from "../../../shared/kernel/access";
import { Modal, SegmentedControl } from "@mantine/core";
import { IconInfoCircle, IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { listPlans } from "../../../shared/billing/subscription/subscription.contract";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { ErrorState } from "../../ui/states/ErrorState";
import { Skeleton } from "../../ui/states/Skeleton";
import { featureName } from "./feature-name";
import { PlanColumn } from "./PlanColumn";
import { usePlanChoice } from "./usePlanChoice";
import type { BillingPeriod, Plan } from "./plans";
import classes from "./PricingDialog.module.css";

interface PricingDialogProps {
  feature?: PlanFeature;
  onClose: () => void;
}

/** Shows the plans side by side in a dialog of 90% of the width, or of 350 px while loading (specification section 2). */
export function PricingDialog({ feature, onClose }: PricingDialogProps) {
  const text = useText();
  const plans = useEndpoint(listPlans, {}, { staleTime: 0 });
  const [period, setPeriod] = useState<BillingPeriod>("annual");
  const size = plans.data ? "min(90%, 1160px)" : 350;
  return (
    <Modal.Root opened onClose={onClose} size={size}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header className={classes.header}>
          <Modal.Title className={classes.title}>
            {plans.data ? <Heading answer={plans.data} feature={feature} /> : text("pricing.title")}
          </Modal.Title>
          {plans.data && (
            <SegmentedControl
              value={period}
              onChange={(value) => setPeriod(value as BillingPeriod)}
              aria-label={text("pricing.billing")}
              data={[
                { value: "annual", label: text("pricing.annual", { months: monthsFree(plans.data.data) }) },
                { value: "monthly", label: text("pricing.monthly") },
              ]}
            />
          )}
          <Modal.CloseButton aria-label={text("action.close")} className={classes.close} />
        </Modal.Header>
        <Modal.Body className={classes.body}>
          {plans.data ? (
            <Plans answer={plans.data} period={period} feature={feature} />
          ) : plans.error ? (
            <ErrorState error={plans.error} onRetry={() => void plans.refetch()} retrying={plans.isFetching} />
          ) : (
            <div className={classes.loading} role="status" aria-label={text("ui.loading")}>
              <Skeleton width="40%" height={16} />
              <Skeleton width="60%" />
              <Skeleton height={120} />
            </div>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

type Answer = ReplyOf<typeof listPlans>;

/** Months saved by annual payment, for the plan with the largest saving. */
function monthsFree(plans: Plan[]): number {
  const saved = plans.map(({ monthly_price, annual_price }) => {
    const month = Number(monthly_price);
    return month > 0 ? Math.round(12 - Number(annual_price) / month) : 0;
  });
  return Math.max(0, ...saved);
}

const planWith = (plans: Plan[], feature: PlanFeature | undefined) =>
  feature && plans.find((plan) => plan.features.some((one) => one.code === feature));

function Heading({ answer, feature }: { answer: Answer; feature?: PlanFeature }) {
  const text = useText();
  const { data: plans, count_summary: used, remaining_days: days } = answer;
  const current = plans.find((plan) => plan.current_plan);
  const suggestedPlan = planWith(plans, feature);
  return (
    <>
      <span className={classes.name}>
        {feature && suggestedPlan
          ? text("pricing.partOf", { feature: featureName(text, feature), plan: suggestedPlan.name })
          : text("pricing.title")}
      </span>
      {current && (
        <span className={classes.sub}>
          {[
            text("pricing.youAreOn", { plan: current.name }),
            current.user_limit === null
              ? text("pricing.people", { count: used.users })
              : text("pricing.peopleOf", { count: used.users, limit: current.user_limit }),
            current.project_limit === null
              ? text("pricing.projects", { count: used.projects })
              : text("pricing.projectsOf", { count: used.projects, limit: current.project_limit }),
            days === null ? "" : text("subscription.daysLeft", { days }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      )}
    </>
  );
}

function Plans({ answer, period, feature }: { answer: Answer; period: BillingPeriod; feature?: PlanFeature }) {
  const text = useText();
  const { list } = useFormat();
  const choice = usePlanChoice();
  const { data: plans, features, payers } = answer;
  const suggestedPlan = planWith(plans, feature);
  return (
    <>
      {!choice.mayChoose && (
        <p className={classes.callout}>
          <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          <span>
            <b>{text("pricing.contactAdmin")}</b>{" "}
            {payers.length > 0 && text("pricing.canDoIt", { people: list(payers), count: payers.length })}
          </span>
        </p>
      )}
      <div className={classes.plans}>
        {plans.map((plan) => (
          <PlanColumn
            key={plan.id}
            plan={plan}
            period={period}
            features={features}
            isSuggested={plan.id === suggestedPlan?.id}
            choice={choice}
          />
        ))}
      </div>
      <p className={classes.foot}>
        {choice.mayChoose && (
          <span>
            <IconLock size={14} stroke={1.75} aria-hidden />
            {text("pricing.newWindow")}
          </span>
        )}
        <span>{text("pricing.dollars")}</span>
      </p>
      {choice.dialog}
    </>
  );
}
