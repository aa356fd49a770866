import { Button } from "@mantine/core";
import { type ComponentType, type ReactNode, Suspense, useState } from "react";
import { listInbox } from "../../../shared/approvals/approvals/approvals.contract";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { refetch, useAction } from "../../platform/query";
import { lazyScreenPart } from "../../ui/states/chunks";
import { clientFamilies, type DecisionCalls } from "../approvals/client-families";
import { decisionDraft, ReasonForm } from "../approvals/ReasonForm";
import { removeSentDraft } from "../../platform/drafts/drafts";
import { useDecisionUndo } from "../approvals/useDecisionUndo";
import classes from "./DecisionButtons.module.css";

interface DecisionButtonsProps {
  request: { id: number; family: RequestFamily; version: number; name: string };
  calls: DecisionCalls;
  onDone(): void;
  /** Additional buttons after Approve and Reject. */
  children?: ReactNode;
}

/** Components that show what an approval would grant, for request families that define one. */
const offerByFamily = Object.fromEntries(
  clientFamilies.entries.flatMap(({ code, offered }) => (offered ? [[code, lazyScreenPart(offered)]] : [])),
) as Partial<Record<RequestFamily, ComponentType<{ id: number }>>>;

/** Decides a request in a list, without opening it. A rejection asks for its reason in place of the buttons. */
export function DecisionButtons({ request, calls, onDone, children }: DecisionButtonsProps) {
  const { id, family, version, name } = request;
  const text = useText();
  const decisionUndo = useDecisionUndo();
  const [asking, setAsking] = useState(false);
  const options = (verdict: "approve" | "reject") => {
    const message = text(`request.said.${verdict}`, { name });
    const decided = (_: unknown, { body = {} }: { body?: unknown }) => {
      const again = (one: number, now: number) =>
        call(calls[verdict], { params: { id: one }, body: { ...(body as object), version: now } } as never);
      return { text: message, ids: [id], again };
    };
    return {
      ...decisionUndo(message, decided),
      onSuccess: (_: unknown, { body = {} }: { body?: unknown }) => {
        removeSentDraft(decisionDraft(id, verdict), (body as { reason?: string }).reason ?? "");
        setAsking(false);
        onDone();
      },
      onProblem: (error: Error) => {
        // The list may still show the version that the server refused.
        if (error instanceof ProblemError && error.status === 409) void refetch(listInbox);
        reportFailure(error);
        return true;
      },
    };
  };
  const approve = useAction(calls.approve, options("approve"));
  const reject = useAction(calls.reject, options("reject"));
  const pending = approve.isPending || reject.isPending;
  if (!asking) {
    const Offered = offerByFamily[family];
    return (
      <span className={classes.buttons}>
        {Offered && (
          <span className={classes.offered}>
            <Suspense>
              <Offered id={id} />
            </Suspense>
          </span>
        )}
        <Button
          size="xs"
          loading={pending}
          aria-label={text("request.approveOf", { name })}
          onClick={() => approve.mutate({ params: { id }, body: { version } })}
        >
          {text("request.approve")}
        </Button>
        <Button
          size="xs"
          disabled={pending}
          aria-label={text("request.rejectOf", { name })}
          onClick={() => setAsking(true)}
        >
          {text("request.reject")}
        </Button>
        {children}
      </span>
    );
  }
  return (
    <ReasonForm
      className={classes.reason}
      size="xs"
      requestId={id}
      verdict="reject"
      pending={pending}
      onCancel={() => setAsking(false)}
      onSend={(reason) => reject.mutate({ params: { id }, body: { version, reason } })}
    />
  );
}
