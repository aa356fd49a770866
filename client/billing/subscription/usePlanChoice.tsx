import { useState } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { excessOverLimits } from "../../../shared/billing/subscription/subscription.rules";
import {
  changePlan,
  createCheckoutSession,
  listPlans,
  previewPlanChange,
  readSubscription,
} from "../../../shared/billing/subscription/subscription.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction, useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { ErrorState } from "../../ui/states/ErrorState";
import { Skeleton } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import { openPageInNewTab } from "./open-page-in-new-tab";
import { featureName } from "./feature-name";
import { lostFeatures, type BillingPeriod, type Plan } from "./plans";

interface Choice {
  plan: Plan;
  period: BillingPeriod;
}

/** Selects a plan: opens the provider's checkout page, or previews the change of a running subscription. */
export function usePlanChoice() {
  const can = useCan();
  const mayChoose = can("subscription-create-request");
  const subscription = useEndpoint(readSubscription, {}, { enabled: can("subscription-list-request") });
  const [pendingChoice, setPendingChoice] = useState<Choice | null>(null);
  const checkout = useAction(createCheckoutSession);
  const running = subscription.data?.data.can.change ?? false;

  const choose = ({ plan, period }: Choice) => {
    if (running) return setPendingChoice({ plan, period });
    const body = { plan_id: plan.id, type: period };
    // Errors are already shown in a toast.
    openPageInNewTab(async () => (await checkout.mutateAsync({ body })).checkout_url).catch(() => undefined);
  };
  return {
    mayChoose,
    choose,
    running,
    subscription: subscription.data?.data ?? null,
    pending: checkout.isPending,
    dialog: pendingChoice && <ChangeDialog choice={pendingChoice} onClose={() => setPendingChoice(null)} />,
  };
}

function ChangeDialog({ choice: { plan, period }, onClose }: { choice: Choice; onClose: () => void }) {
  const text = useText();
  const choice = { plan_id: plan.id, type: period };
  const preview = useEndpoint(previewPlanChange, { query: choice }, { staleTime: 0 });
  const change = useAction(changePlan, {
    onSuccess: ({ message }) => {
      toast.done(message);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      tone="accent"
      title={text("pricing.changeTo", { plan: plan.name })}
      confirmLabel={text(preview.data?.data.when === "later" ? "pricing.changeLater" : "pricing.upgradeNow")}
      pending={change.isPending || !preview.data}
      onConfirm={() => change.mutate({ body: choice })}
      onClose={onClose}
    >
      {preview.data ? (
        <ChangeMeaning plan={plan} change={preview.data.data} />
      ) : preview.error ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} retrying={preview.isFetching} />
      ) : (
        <Skeleton width="80%" />
      )}
    </ConfirmDialog>
  );
}

type Change = ReplyOf<typeof previewPlanChange>["data"];

function ChangeMeaning({ plan, change }: { plan: Plan; change: Change }) {
  const text = useText();
  const { money, day } = useFormat();
  const { when, at, amount_due: due, currency, over } = change;
  return (
    <>
      <p>
        {when === "now"
          ? text("pricing.payToday", { amount: money(due, currency) })
          : text("pricing.changesOn", { day: day(at, "medium"), plan: plan.name })}
      </p>
      <LostFeatures to={plan.code} name={plan.name} />
      <ExceededLimits over={over} plan={plan.name} />
    </>
  );
}

export function LostFeatures({ to, name }: { to: string; name?: string }) {
  const text = useText();
  const { list } = useFormat();
  const plans = useEndpoint(listPlans).data?.data ?? [];
  const lost = lostFeatures(plans, to).map(({ code, name: fallback }) => featureName(text, code, fallback));
  const plan = name ?? plans.find(({ code }) => code === to)?.name;
  return lost.length > 0 && plan ? <p>{text("pricing.loses", { plan, features: list(lost) })}</p> : null;
}

export function ExceededLimits({ over, plan }: { over: ReturnType<typeof excessOverLimits>; plan: string }) {
  const text = useText();
  const { list } = useFormat();
  const parts = [
    over.people > 0 ? text("pricing.people", { count: over.people }) : "",
    over.projects > 0 ? text("pricing.projects", { count: over.projects }) : "",
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return <p>{text("pricing.overLimits", { what: list(parts), plan })}</p>;
}
