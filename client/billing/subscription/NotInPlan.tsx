import type { PlanFeature } from "../../../shared/kernel/access";
import { Button } from "@mantine/core";
import { listPlans } from "../../../shared/billing/subscription/subscription.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { PageHead } from "../../ui/PageHead";
import { EmptyState } from "../../ui/states/EmptyState";
import { featureName } from "./feature-name";
import { openPlanDialog } from "./plan-dialog";

/** Shown instead of a screen that the plan doesn't include, to users who open its address. */
export function NotInPlan({ feature }: { feature: PlanFeature }) {
  const text = useText();
  const plan = useEndpoint(listPlans).data?.data.find((one) => one.current_plan);
  const name = featureName(text, feature);
  return (
    <>
      <PageHead title={name} />
      <EmptyState
        title={
          plan ? text("pricing.lacks", { feature: name, plan: plan.name }) : text("pricing.lacksAny", { feature: name })
        }
        text={text("pricing.lacks.why")}
        action={
          <Button variant="filled" onClick={() => openPlanDialog(feature)}>
            {text("pricing.see")}
          </Button>
        }
      />
    </>
  );
}
