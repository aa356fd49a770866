import { Button } from "@mantine/core";
import { IconCreditCard, IconExternalLink } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { listPlans, readSubscription } from "../../../shared/billing/subscription/subscription.contract";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { StandalonePage } from "../../ui/StandalonePage";
import plain from "../../ui/StandalonePage.module.css";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { ChangePlan } from "./ChangePlan";
import { Invoices } from "./Invoices";
import classes from "./subscription.module.css";
import { UsageBar, type Subscription, CurrentPlan } from "./CurrentPlan";
import { useOpenPortal } from "./useOpenPortal";

export function SubscriptionsPage() {
  const text = useText();
  const subscription = useEndpoint(readSubscription);
  const mayChoose = useCan()("subscription-create-request");
  const portal = useOpenPortal();
  return (
    <>
      <PageHead title={text("title.subscriptions")}>
        {mayChoose && subscription.data?.data.can.portal && (
          <Button
            leftSection={<IconCreditCard size={16} stroke={1.75} aria-hidden />}
            rightSection={<IconExternalLink size={14} stroke={1.75} aria-hidden />}
            loading={portal.isPending}
            onClick={portal.open}
          >
            {text("subscription.portal")}
          </Button>
        )}
      </PageHead>
      <QueryBoundary query={subscription}>
        {({ data }) => (
          <div className={classes.page}>
            {data.sandbox && <p className={classes.sandbox}>{text("sandbox.note")}</p>}
            <div className={classes.two}>
              <CurrentPlan subscription={data} />
              <InUse subscription={data} />
            </div>
            <ChangePlan period={data.period} />
            <Invoices sentTo={data.invoices_to} />
          </div>
        )}
      </QueryBoundary>
    </>
  );
}

function InUse({ subscription: { used, plan } }: { subscription: Subscription }) {
  const text = useText();
  const plans = useEndpoint(listPlans);
  const limits = plans.data?.data.find(({ id }) => id === plan.id);
  return (
    <Panel title={text("subscription.inUse")} end={text("subscription.countedNow")} padded>
      <div className={classes.plan}>
        <Use
          label={text("subscription.people")}
          count={used.users}
          limit={limits?.user_limit ?? null}
          note={text("subscription.invited", { count: used.invited })}
        />
        <Use
          label={text("subscription.projects")}
          count={used.projects}
          limit={limits?.project_limit ?? null}
          note={text("subscription.archivedDontCount")}
        />
      </div>
    </Panel>
  );
}

function Use({ label, count, limit, note }: { label: string; count: number; limit: number | null; note: string }) {
  const text = useText();
  return (
    <div className={classes.use}>
      <span className={classes.ends}>
        <b>{label}</b>
        <span>
          {limit === null ? text("subscription.unlimited", { count }) : text("subscription.countOf", { count, limit })}
        </span>
      </span>
      {limit !== null && <UsageBar part={Math.min(1, count / limit)} label={label} tight={count >= limit * 0.9} />}
      <small>{note}</small>
    </div>
  );
}

/** Return page after a payment. The payment itself arrives as a signed webhook. */
export function PaymentSucceededPage() {
  const text = useText();
  return (
    <StandalonePage>
      <h1 tabIndex={-1} data-page-title>
        {text("title.paymentSucceeded")}
      </h1>
      <p className={plain.lead}>{text("payment.succeeded")}</p>
      <Button component={Link} to={paths.subscriptions} variant="filled" size="md">
        {text("payment.toSubscription")}
      </Button>
    </StandalonePage>
  );
}

export function PaymentFailedPage() {
  const text = useText();
  return (
    <StandalonePage>
      <h1 tabIndex={-1} data-page-title>
        {text("title.paymentFailed")}
      </h1>
      <p className={plain.lead}>{text("payment.failed")}</p>
      <Button component={Link} to={paths.subscriptions} variant="filled" size="md">
        {text("payment.toSubscription")}
      </Button>
    </StandalonePage>
  );
}
