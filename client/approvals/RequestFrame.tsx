import type { ReactNode } from "react";
import type { RequestStep, RequestSummary } from "../../shared/approvals/approvals.contract";
import type { Endpoint, ReplyOf } from "../../shared/kernel/endpoint";
import { call } from "../platform/api";
import { reportFailure } from "../platform/failure";
import { Message, useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { useAction, useEndpoint } from "../platform/query";
import { ErrorState } from "../ui/states/ErrorState";
import { SkeletonRows } from "../ui/states/Skeleton";
import { DecisionBar, type Verdict } from "./DecisionBar";
import { FrameTools } from "./FrameTools";
import { usePrinted } from "./Printed";
import classes from "./RequestFrame.module.css";
import { RequestTalk } from "./RequestTalk";
import { useDecisionUndo } from "./useDecisionUndo";

/** What every family's Decision component is given. */
export interface DecisionProps {
  id: number;
  onDecided: () => void;
}

/** What a family's record has for the frame, beside what is its own. */
export interface DecidableRequest extends RequestSummary {
  steps: RequestStep[];
  can: Record<Verdict | "hand_over", boolean>;
  on_behalf_of: { fullname: string } | null;
}

/** A family's calls: one record, and the three decisions on it. */
export interface RequestCalls {
  read: Endpoint;
  approve: Endpoint;
  reject: Endpoint;
  requestChanges: Endpoint;
}

type RecordOf<Calls extends RequestCalls> = ReplyOf<Calls["read"]>["data"];

interface RequestFrameProps<Calls extends RequestCalls> extends DecisionProps {
  calls: Calls;
  /** What goes with a yes, beside the note: what the family gives with it. */
  approval?: (request: RecordOf<Calls>) => object;
  /** The family's own: what it is about and the facts beside it. */
  children: (request: RecordOf<Calls>) => ReactNode;
}

/** A request of any family with the buttons that decide it. Who was faster is said, and what stands then. */
export function RequestFrame<Calls extends RequestCalls>({
  calls,
  id,
  onDecided,
  approval,
  children,
}: RequestFrameProps<Calls>) {
  const text = useText();
  const printed = usePrinted();
  const decisionUndo = useDecisionUndo();
  const query = useEndpoint(calls.read, { params: { id } });
  const onProblem = (error: Error) => {
    if (!(error instanceof ProblemError) || error.status !== 409) return false;
    reportFailure(error);
    void query.refetch();
    return true;
  };
  /** It has happened; for some seconds it can be undone, and is done again by the same call. */
  const options = (endpoint: Endpoint, verdict: Verdict) => {
    const name = (query.data?.data as DecidableRequest | undefined)?.requester.fullname ?? "";
    const said = text(`request.said.${verdict}`, { name });
    const decided = (_: unknown, { body = {} }: { body?: unknown }) => {
      const again = (one: number, version: number) =>
        call(endpoint, { params: { id: one }, body: { ...(body as object), version } } as never);
      return { text: said, ids: [id], again };
    };
    return { ...decisionUndo(said, decided), onSuccess: () => onDecided(), onProblem };
  };
  const approve = useAction(calls.approve, options(calls.approve, "approve"));
  const reject = useAction(calls.reject, options(calls.reject, "reject"));
  const back = useAction(calls.requestChanges, options(calls.requestChanges, "request_changes"));
  const request = query.data?.data as DecidableRequest | undefined;
  if (query.error && !request) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!request) return <SkeletonRows rows={6} height={48} />;
  const decide = (verdict: Verdict, words: string | null) => {
    const params = { id };
    const { version } = request;
    if (verdict === "approve")
      approve.mutate({ params, body: { ...approval?.(request as RecordOf<Calls>), version, note: words } });
    else if (verdict === "reject") reject.mutate({ params, body: { version, reason: words ?? "" } });
    else back.mutate({ params, body: { version, note: words ?? "" } });
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
        {!request.can.approve && request.next_status?.action !== "decide" && (
          <p className="sr-only">{text("request.settled")}</p>
        )}
        <RequestTalk key={id} id={id} printed={printed} />
      </div>
      {!printed && (
        <DecisionBar
          keys
          can={request.can}
          pending={approve.isPending || reject.isPending || back.isPending}
          onDecide={decide}
        >
          <FrameTools request={request} />
        </DecisionBar>
      )}
    </>
  );
}
