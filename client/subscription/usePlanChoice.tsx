import { useState } from "react";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { overLimits } from "../../shared/subscription/subscription.rules";
import {
  changePlan,
  createCheckoutSession,
  previewPlanChange,
  readSubscription,
} from "../../shared/subscription/subscription.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { useAction, useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { ErrorState } from "../ui/states/ErrorState";
import { Skeleton } from "../ui/states/Skeleton";
import { toast } from "../ui/toast/toast";
import { openPage } from "./open-page";
import type { Period, Plan } from "./plans";

interface Choice {
  plan: Plan;
  period: Period;
}

/** What follows when somebody takes a plan: the provider's page, or another plan for the one that runs, which is shown first. */
export function usePlanChoice() {
  const can = useCan();
  const mayChoose = can("subscription-create-request");
  const subscription = useEndpoint(readSubscription, {}, { enabled: can("subscription-list-request") });
  const [asked, setAsked] = useState<Choice | null>(null);
  const checkout = useAction(createCheckoutSession);
  const running = subscription.data?.data.can.change ?? false;

  const choose = ({ plan, period }: Choice) => {
    if (running) return setAsked({ plan, period });
    const body = { plan_id: plan.id, type: period };
    // What is refused stands in a toast already.
    openPage(async () => (await checkout.mutateAsync({ body })).checkout_url).catch(() => undefined);
  };
  return {
    mayChoose,
    choose,
    running,
    subscription: subscription.data?.data ?? null,
    pending: checkout.isPending,
    dialog: asked && <ChangeDialog choice={asked} onClose={() => setAsked(null)} />,
  };
}

/** What the change costs today, or from when on it holds and which limits it breaks. */
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
      <OverLimits over={over} plan={plan.name} />
    </>
  );
}

/** How much more there is than a plan allows. */
export function OverLimits({ over, plan }: { over: ReturnType<typeof overLimits>; plan: string }) {
  const text = useText();
  const { list } = useFormat();
  const parts = [
    over.people > 0 ? text("pricing.people", { count: over.people }) : "",
    over.projects > 0 ? text("pricing.projects", { count: over.projects }) : "",
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return <p>{text("pricing.overLimits", { what: list(parts), plan })}</p>;
}
