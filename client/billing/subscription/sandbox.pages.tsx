import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import {
  performSandboxAction,
  readSandbox,
  type SandboxAction,
} from "../../../shared/billing/subscription/subscription.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useAction, useEndpoint } from "../../platform/query";
import { StandalonePage } from "../../ui/StandalonePage";
import plain from "../../ui/StandalonePage.module.css";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import classes from "./subscription.module.css";

const atCheckout = ["pay", "decline", "abandon"] as const;
const atPortal = ["card_good", "card_declines", "end_period"] as const;

/** Replaces the payment provider when no API key is configured: no money is transferred, and the page states that. */
export function SandboxPage() {
  const text = useText();
  const { object = "" } = useParams();
  const query = useEndpoint(readSandbox, { params: { object } });
  return (
    <StandalonePage wide>
      <p className={classes.sandbox}>{text("sandbox.note")}</p>
      <QueryBoundary query={query}>
        {({ data }) =>
          data.kind === "checkout" ? <Checkout object={object} reply={data} /> : <Portal object={object} />
        }
      </QueryBoundary>
    </StandalonePage>
  );
}

type SandboxReply = ReplyOf<typeof readSandbox>["data"];

function Checkout({ object, reply: { price, state } }: { object: string; reply: SandboxReply }) {
  const text = useText();
  const { money } = useFormat();
  return (
    <>
      <h1 tabIndex={-1} data-page-title>
        {text("title.sandbox")}
      </h1>
      {price && (
        <p className={plain.lead}>
          {text(`sandbox.price.${price.period}`, { plan: price.plan, amount: money(price.amount, "USD") })}
        </p>
      )}
      {state === "open" ? <Actions object={object} actions={atCheckout} /> : <p>{text("sandbox.over")}</p>}
    </>
  );
}

function Portal({ object }: { object: string }) {
  const text = useText();
  return (
    <>
      <h1 tabIndex={-1} data-page-title>
        {text("title.sandbox")}
      </h1>
      <p className={plain.lead}>{text("sandbox.portal")}</p>
      <Actions object={object} actions={atPortal} />
    </>
  );
}

/** Paying and canceling return to the same addresses as with the provider; after a declined card the payment can be retried. */
function Actions({ object, actions }: { object: string; actions: readonly SandboxAction[] }) {
  const text = useText();
  const navigate = useNavigate();
  const [message, setMessage] = useState("");
  const act = useAction(performSandboxAction);
  const press = (action: SandboxAction) => {
    const onSuccess = ({ message = "" }: { message?: string }) => {
      if (action === "pay") void navigate(paths.paymentSucceeded);
      else if (action === "abandon") void navigate(paths.subscriptions);
      else setMessage(message);
    };
    act.mutate({ params: { object }, body: { action } }, { onSuccess });
  };
  return (
    <>
      <div className={plain.actions}>
        {actions.map((action) => (
          <Button
            key={action}
            size="md"
            variant={action === "pay" ? "filled" : "default"}
            disabled={act.isPending}
            onClick={() => press(action)}
          >
            {text(`sandbox.${action}`)}
          </Button>
        ))}
      </div>
      <p role="status">{message}</p>
    </>
  );
}
