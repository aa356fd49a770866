import { Button } from "@mantine/core";
import { useState } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import {
  cancelSubscription,
  type readSubscription,
  resumeSubscription,
} from "../../../shared/billing/subscription/subscription.contract";
import { urgentReminderDays } from "../../../shared/billing/subscription/subscription.rules";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { useCan, useCurrentUser } from "../../platform/session";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toast/toast";
import classes from "./subscription.module.css";
import { LostFeatures } from "./usePlanChoice";
import tones from "../../ui/layout/tones.module.css";
import flow from "../../ui/layout/flow.module.css";

export type Subscription = ReplyOf<typeof readSubscription>["data"];

export function CurrentPlan({ subscription }: { subscription: Subscription }) {
  const text = useText();
  const { list, day, money } = useFormat();
  const { tenant } = useCurrentUser();
  const {
    plan,
    period,
    ends_at: ends,
    starts_at: starts,
    state,
    price,
    renews_for: renews,
    next_plan: next,
    card,
  } = subscription;
  const days = tenant.remaining_days;
  return (
    <Panel
      title={text("subscription.yourPlan")}
      end={text("subscription.mayChange", { people: list(subscription.payers), count: subscription.payers.length })}
      padded
    >
      <div className={classes.plan}>
        <div className={classes.name}>
          <b>
            <bdi>{plan.name}</bdi>
          </b>
          {period && price && renews && (
            <span>{text(`subscription.per.${period}`, { amount: money(price, "USD") })}</span>
          )}
          {days !== null && !renews && (
            <span className={classes.days} data-danger={days <= urgentReminderDays || undefined}>
              {text("subscription.daysLeft", { days: Math.max(0, days) })}
            </span>
          )}
        </div>
        {ends && (
          <>
            <UsageBar part={passed(starts, ends)} label={text("subscription.periodPassed")} />
            <div className={classes.ends}>
              <span>{day(starts, "medium")}</span>
              <span>
                {text(renews ? "subscription.renewsOn" : "subscription.endsOn", { day: day(ends, "medium") })}
              </span>
            </div>
          </>
        )}
        {state === "past_due" && <p className={tones.danger}>{text("subscription.pastDue")}</p>}
        {next && ends && <p>{text("pricing.changesOn", { day: day(ends, "medium"), plan: next.name })}</p>}
        {ends && (days ?? 0) >= 0 && (
          <dl className={classes.facts}>
            <dt>{text("subscription.renewal")}</dt>
            <dd>
              {renews
                ? text("subscription.renewal.itself", { amount: money(renews, "USD"), day: day(ends, "medium") })
                : text("subscription.renewal.not", { day: day(ends, "medium") })}
            </dd>
            {card && (
              <>
                <dt>{text("subscription.paidBy")}</dt>
                <dd>
                  <bdi>{`${card.brand.toUpperCase()} ···· ${card.last4}`}</bdi>{" "}
                  <small>{text("subscription.cardUntil", { month: day(`${card.expires}-01`, "monthYear") })}</small>
                </dd>
              </>
            )}
          </dl>
        )}
        <PlanActions subscription={subscription} />
      </div>
    </Panel>
  );
}

const passed = (starts: string, ends: string): number => {
  const [from, to] = [new Date(starts).getTime(), new Date(ends).getTime()];
  return to > from ? Math.min(1, Math.max(0, (Date.now() - from) / (to - from))) : 1;
};

export function UsageBar({ part, label, tight = false }: { part: number; label: string; tight?: boolean }) {
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(part * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      data-tight={tight || undefined}
    >
      <i style={{ inlineSize: `${Math.round(part * 100)}%` }} />
    </div>
  );
}

function PlanActions({ subscription: { can, ends_at: ends } }: { subscription: Subscription }) {
  const text = useText();
  const { day } = useFormat();
  const mayChoose = useCan()("subscription-create-request");
  const [isConfirming, setConfirming] = useState(false);
  const done = ({ message }: { message: string }) => {
    toast.done(message);
    setConfirming(false);
  };
  const cancel = useAction(cancelSubscription, { onSuccess: done });
  const resume = useAction(resumeSubscription, { onSuccess: done });
  if (!mayChoose || !(can.cancel || can.resume)) return null;
  return (
    <div className={flow.wrap}>
      {can.resume && (
        <Button variant="filled" loading={resume.isPending} onClick={() => resume.mutate({})}>
          {text("subscription.resume")}
        </Button>
      )}
      {can.cancel && <Button onClick={() => setConfirming(true)}>{text("subscription.cancel")}</Button>}
      <ConfirmDialog
        opened={isConfirming}
        title={text("subscription.cancelTitle")}
        confirmLabel={text("subscription.cancel")}
        pending={cancel.isPending}
        onConfirm={() => cancel.mutate({})}
        onClose={() => setConfirming(false)}
      >
        <p>{text("subscription.cancelMeaning", { day: ends ? day(ends, "medium") : "" })}</p>
        <LostFeatures to="free" />
      </ConfirmDialog>
    </div>
  );
}
