import { Button } from "@mantine/core";
import { Link, Navigate } from "react-router-dom";
import { continueFree, listPlans } from "../../../shared/billing/subscription/subscription.contract";
import { paths } from "../../platform/paths";
import { StandalonePage } from "../../ui/StandalonePage";
import classes from "../../ui/StandalonePage.module.css";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction, useEndpoint } from "../../platform/query";
import { session, useSessionState } from "../../identity/session/session";
import { useCan, useMaybeUser } from "../../platform/session";
import { FreePlanSummary } from "./FreePlanSummary";
import { openPlanDialog } from "./plan-dialog";
import { PlanDialog } from "./PlanDialog";

export function PlanExpiredPage() {
  const text = useText();
  const { day, list } = useFormat();
  const expired = useSessionState().matches("planExpired");
  const user = useMaybeUser();
  const mayChoose = useCan()("subscription-create-request");
  const plans = useEndpoint(listPlans, {}, { enabled: user !== null });
  const goOn = useAction(continueFree, { onSuccess: () => session.send({ type: "tryAgain" }) });

  // The plan hasn't expired for this user, who opened an old link or reloaded the page after the payment.
  if (user && !expired) return <Navigate to={paths.home} replace />;

  const payers = plans.data?.payers ?? [];
  const current = plans.data?.data.find((plan) => plan.current_plan);
  return (
    <StandalonePage wide end={user && <SignedInAs name={user.fullname} />}>
      {plans.data?.ended_at && (
        <span className={classes.ended}>{text("expired.endedOn", { day: day(plans.data.ended_at, "medium") })}</span>
      )}
      <h1 tabIndex={-1} data-page-title>
        {text("expired.title")}
      </h1>
      <p className={classes.lead}>
        {current && user
          ? text("expired.lead", { plan: current.name, tenant: user.tenant.name })
          : text("expired.leadShort")}
      </p>
      {mayChoose ? (
        <div className={classes.actions}>
          <Button variant="filled" size="md" onClick={() => openPlanDialog()}>
            {text("expired.choosePlan")}
          </Button>
          <Button size="md" loading={goOn.isPending} onClick={() => goOn.mutate({})}>
            {text("expired.continueFree")}
          </Button>
        </div>
      ) : (
        <p>
          {text("pricing.contactAdmin")}{" "}
          {payers.length > 0 && text("pricing.canDoIt", { people: list(payers), count: payers.length })}
        </p>
      )}
      {expired && (
        <Button size="md" onClick={() => session.send({ type: "tryAgain" })}>
          {text("action.tryAgain")}
        </Button>
      )}
      {plans.data && <FreePlanSummary answer={plans.data} />}
      <PlanDialog />
    </StandalonePage>
  );
}

function SignedInAs({ name }: { name: string }) {
  const text = useText();
  return (
    <>
      <bdi className={classes.lead}>{name}</bdi>
      <Button component={Link} to={paths.logout} variant="subtle" color="gray">
        {text("action.logOut")}
      </Button>
    </>
  );
}
