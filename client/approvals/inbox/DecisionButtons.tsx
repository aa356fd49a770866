import { Button, Textarea } from "@mantine/core";
import { type ComponentType, type FormEvent, type ReactNode, Suspense, useState } from "react";
import { listInbox } from "../../../shared/approvals/approvals/approvals.contract";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { refetch, useAction } from "../../platform/query";
import { lazyScreenPart } from "../../ui/states/chunks";
import { clientFamilies, type DecisionCalls } from "../approvals/client-families";
import { decisionDraft } from "../approvals/DecisionBar";
import { useStoredDraft } from "../../platform/drafts/useStoredDraft";
import { StoredDraftNotice } from "../../ui/form/StoredDraftNotice";
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
  const draft = useStoredDraft(decisionDraft(id, "reject"));
  const reason = draft.value;
  const [asking, setAsking] = useState(false);
  const [missing, setMissing] = useState(false);
  const options = (verdict: "approve" | "reject", body: object) => {
    const message = text(`request.said.${verdict}`, { name });
    const again = (one: number, now: number) =>
      call(calls[verdict], { params: { id: one }, body: { ...body, version: now } } as never);
    return {
      ...decisionUndo(message, () => ({ text: message, ids: [id], again })),
      onSuccess: () => {
        draft.forget();
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
  const approve = useAction(calls.approve, options("approve", {}));
  const reject = useAction(calls.reject, options("reject", { reason }));
  const pending = approve.isPending || reject.isPending;
  const refuse = (event: FormEvent) => {
    event.preventDefault();
    if (!reason.trim()) return setMissing(true);
    reject.mutate({ params: { id }, body: { version, reason: reason.trim() } });
  };
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
    <form
      className={classes.reason}
      onSubmit={refuse}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation(); // closes only the reason, not the list around it
        setAsking(false);
      }}
    >
      <Textarea
        autoFocus
        maxRows={5}
        label={text("request.rejectWhy")}
        value={reason}
        error={missing && reason.trim() === "" ? text("field.required") : undefined}
        onChange={(event) => draft.change(event.currentTarget.value)}
      />
      {draft.restored && draft.at !== null && (
        <StoredDraftNotice at={draft.at} onDiscard={draft.clear} other={draft.other} />
      )}
      <span className={classes.buttons}>
        <Button size="xs" type="submit" variant="filled" color="danger" loading={pending}>
          {text("request.rejectNow")}
        </Button>
        <Button size="xs" onClick={() => setAsking(false)}>
          {text("action.cancel")}
        </Button>
      </span>
    </form>
  );
}
