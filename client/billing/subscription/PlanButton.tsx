import { Button } from "@mantine/core";
import { useFormat, useText } from "../../platform/intl/useText";
import type { BillingPeriod, Plan } from "./plans";
import { useOpenPortal } from "./useOpenPortal";
import type { usePlanChoice } from "./usePlanChoice";

interface PlanButtonProps {
  plan: Plan;
  period: BillingPeriod;
  choice: ReturnType<typeof usePlanChoice>;
}

export function PlanButton({ plan, period, choice }: PlanButtonProps) {
  const text = useText();
  const { day } = useFormat();
  const { mayChoose, choose, running, subscription, pending } = choice;
  const free = Number(plan.monthly_price) === 0;
  if (!mayChoose) return null;
  // The free plan can't be bought, because it applies automatically after a paid plan ends.
  if (free && !running) return null;
  const samePeriod = subscription?.period === period || subscription?.period == null;
  if (plan.current_plan && running && (samePeriod || free)) {
    const until = subscription?.ends_at;
    return (
      <Button disabled>
        {until ? text("pricing.until", { day: day(until, "medium") }) : text("pricing.yourPlan")}
      </Button>
    );
  }
  if (!plan.can_subscribe && !running) return null;
  if (subscription?.state === "past_due") return <OpenInvoice canPay={subscription.can.portal} />;
  const larger = !free && !plan.current_plan;
  return (
    <Button variant={larger ? "filled" : "default"} loading={pending} onClick={() => choose({ plan, period })}>
      {text(free ? "pricing.changeAtEnd" : "pricing.choose", { plan: plan.name })}
    </Button>
  );
}

/** The server refuses other plans until the open invoice is paid. */
function OpenInvoice({ canPay }: { canPay: boolean }) {
  const text = useText();
  const portal = useOpenPortal();
  return (
    <>
      <p>{text("pricing.payFirst")}</p>
      {canPay && (
        <Button loading={portal.isPending} onClick={portal.open}>
          {text("pricing.payInvoice")}
        </Button>
      )}
    </>
  );
}
