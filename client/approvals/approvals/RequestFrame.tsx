import type { ComponentType, ReactNode } from "react";
import type { RequestStep, RequestSummary } from "../../../shared/approvals/approvals/approvals.contract";
import type { Endpoint, ReplyOf } from "../../../shared/kernel/endpoint";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { Message, useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { removeSentDraft } from "../../platform/drafts/drafts";
import { useAction, useEndpoint } from "../../platform/query";
import { ErrorState } from "../../ui/states/ErrorState";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { DecisionBar } from "./DecisionBar";
import { type DecisionAction, decisionDraft } from "./ReasonForm";
import { RequestFrameTools } from "./RequestFrameTools";
import { useIsPrinting } from "./PrintMode";
import classes from "./RequestFrame.module.css";
import { RequestDiscussion } from "./RequestDiscussion";
import { useDecisionUndo } from "./useDecisionUndo";

export interface DecisionProps {
  id: number;
  onDecided?: () => void;
}

export interface DecidableRequest extends RequestSummary {
  steps: RequestStep[];
  can: Record<DecisionAction | "hand_over", boolean>;
  on_behalf_of: { fullname: string } | null;
}

interface RequestEndpoints {
  read: Endpoint;
  approve: Endpoint;
  reject: Endpoint;
  requestChanges: Endpoint;
}

type RecordOf<Calls extends RequestEndpoints> = ReplyOf<Calls["read"]>["data"];

interface RequestFrameProps<Calls extends RequestEndpoints> extends DecisionProps {
  calls: Calls;
  /** Additional body fields that the request family sends with an approval, besides the note. */
  approval?: (request: RecordOf<Calls>) => object;
  children: (request: RecordOf<Calls>) => ReactNode;
}

function nextStatusTextId({ next_status: next }: Pick<DecidableRequest, "next_status">) {
  if (next?.action === "resubmit") return "request.over.resubmit" as const;
  if (next?.action === "pay") return "request.over.pay" as const;
  return next?.action === "settle" ? ("request.over.settle" as const) : ("request.settled" as const);
}

/** A request of any family with its decision buttons. After a conflict it reports who decided first and the current state. */
export function RequestFrame<Calls extends RequestEndpoints>({
  calls,
  id,
  onDecided,
  approval,
  children,
}: RequestFrameProps<Calls>) {
  const text = useText();
  const printed = useIsPrinting();
  const decisionUndo = useDecisionUndo();
  const query = useEndpoint(calls.read, { params: { id } });
  const onProblem = (error: Error) => {
    if (!(error instanceof ProblemError) || error.status !== 409) return false;
    reportFailure(error);
    void query.refetch();
    return true;
  };
  /** The decision can be undone for some seconds; redo sends the same call with the new version. */
  const options = (endpoint: Endpoint, verdict: DecisionAction) => {
    const name = (query.data?.data as DecidableRequest | undefined)?.requester.fullname ?? "";
    const message = text(`request.said.${verdict}`, { name });
    const decided = (_: unknown, { body = {} }: { body?: unknown }) => {
      const again = (one: number, version: number) =>
        call(endpoint, { params: { id: one }, body: { ...(body as object), version } } as never);
      return { text: message, ids: [id], again };
    };
    const onSuccess = (_: unknown, { body = {} }: { body?: unknown }) => {
      const { reason, note } = body as { reason?: string; note?: string | null };
      removeSentDraft(decisionDraft(id, verdict), reason ?? note ?? "");
      onDecided?.();
    };
    return { ...decisionUndo(message, decided), onSuccess, onProblem };
  };
  const approve = useAction(calls.approve, options(calls.approve, "approve"));
  const reject = useAction(calls.reject, options(calls.reject, "reject"));
  const back = useAction(calls.requestChanges, options(calls.requestChanges, "request_changes"));
  const request = query.data?.data as DecidableRequest | undefined;
  if (query.error && !request) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!request) return <SkeletonRows rows={6} height={48} />;
  const decide = (verdict: DecisionAction, words: string | null, onAccepted: () => void) => {
    const params = { id };
    const { version } = request;
    const callbacks = { onSuccess: onAccepted };
    if (verdict === "approve")
      approve.mutate({ params, body: { ...approval?.(request as RecordOf<Calls>), version, note: words } }, callbacks);
    else if (verdict === "reject") reject.mutate({ params, body: { version, reason: words ?? "" } }, callbacks);
    else back.mutate({ params, body: { version, note: words ?? "" } }, callbacks);
  };
  return (
    <>
      <div className={classes.scroll}>
        {request.on_behalf_of && (
          <p className={classes.behalf}>
            <Message id="request.youDecideFor" values={{ name: <bdi>{request.on_behalf_of.fullname}</bdi> }} />
          </p>
        )}
        {children(request as RecordOf<Calls>)}
        {!request.can.approve && request.status !== "draft" && request.next_status?.action !== "decide" && (
          <p className="sr-only">{text(nextStatusTextId(request))}</p>
        )}
        <RequestDiscussion key={id} id={id} printed={printed} />
      </div>
      {!printed && (
        <DecisionBar
          keys
          requestId={id}
          can={request.can}
          pending={approve.isPending || reject.isPending || back.isPending}
          onDecide={decide}
        >
          <RequestFrameTools request={request} />
        </DecisionBar>
      )}
    </>
  );
}

/** Makes the decision view of a family whose approvals have no other input than a note. */
export const requestDecisionOf = <Calls extends RequestEndpoints>(
  calls: Calls,
  View: ComponentType<{ request: RecordOf<Calls> }>,
) =>
  function RequestDecision(props: DecisionProps) {
    return (
      <RequestFrame {...props} calls={calls}>
        {(request) => <View request={request} />}
      </RequestFrame>
    );
  };
