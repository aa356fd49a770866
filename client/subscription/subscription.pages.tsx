import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { continueFree, listPlans } from "../../shared/subscription/subscription.contract";
import { paths } from "../platform/paths";
import { PlainPage } from "../ui/PlainPage";
import classes from "../ui/PlainPage.module.css";
import { useFormat, useText } from "../platform/intl/useText";
import { useAction, useEndpoint } from "../platform/query";
import { session, useCan, useMaybeUser, useSessionState } from "../platform/session";
import { FreePlanMeaning } from "./FreePlanMeaning";
import { askForPlan } from "./plan-dialog";
import { PlanDialog } from "./PlanDialog";

/** What still works, and the way on: for who may choose a plan, and for who has to ask. */
export function PlanExpiredPage() {
  const text = useText();
  const { day, list } = useFormat();
  const expired = useSessionState().matches("planExpired");
  const user = useMaybeUser();
  const mayChoose = useCan()("subscription-create-request");
  const plans = useEndpoint(listPlans, {}, { enabled: user !== null });
  const goOn = useAction(continueFree, { onSuccess: () => session.send({ type: "tryAgain" }) });

  const payers = plans.data?.payers ?? [];
  const current = plans.data?.data.find((plan) => plan.current_plan);
  return (
    <PlainPage wide end={user && <SignedInAs name={user.fullname} />}>
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
          <Button variant="filled" size="md" onClick={() => askForPlan()}>
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
      {plans.data && <FreePlanMeaning answer={plans.data} />}
      <PlanDialog />
    </PlainPage>
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
