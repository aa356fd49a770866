import { approveLeave, readLeave, rejectLeave, requestLeaveChanges } from "../../shared/leave/leave.contract";
import { DecisionBar, type Verdict } from "../approvals/DecisionBar";
import { Message, useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { reportFailure } from "../platform/failure";
import { useAction, useEndpoint } from "../platform/query";
import { ErrorState } from "../ui/ErrorState";
import { SkeletonRows } from "../ui/Skeleton";
import { toast } from "../ui/toast";
import classes from "./LeaveDecision.module.css";
import { LeaveView } from "./LeaveView";

interface LeaveDecisionProps {
  id: number;
  onDecided: () => void;
}

/** A leave with the buttons that decide it. Who was faster is said, and what stands then. */
export function LeaveDecision({ id, onDecided }: LeaveDecisionProps) {
  const text = useText();
  const query = useEndpoint(readLeave, { params: { id } });
  const options = {
    onSuccess: ({ message }: { message?: string }) => {
      toast.done(message ?? "");
      onDecided();
    },
    onProblem: (error: Error) => {
      if (!(error instanceof ProblemError) || error.status !== 409) return false;
      reportFailure(error);
      void query.refetch();
      return true;
    },
  };
  const approve = useAction(approveLeave, options);
  const reject = useAction(rejectLeave, options);
  const back = useAction(requestLeaveChanges, options);
  const leave = query.data?.data;
  if (query.error && !leave) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!leave) return <SkeletonRows rows={6} height={48} />;
  const decide = (verdict: Verdict, words: string | null) => {
    const params = { id };
    const { version } = leave;
    if (verdict === "approve") approve.mutate({ params, body: { version } });
    else if (verdict === "reject") reject.mutate({ params, body: { version, reason: words ?? "" } });
    else back.mutate({ params, body: { version, note: words ?? "" } });
  };
  return (
    <>
      <div className={classes.scroll}>
        {leave.on_behalf_of && (
          <p className={classes.behalf}>
            <Message id="request.youDecideFor" values={{ name: <bdi>{leave.on_behalf_of.fullname}</bdi> }} />
          </p>
        )}
        <LeaveView leave={leave} />
        {!leave.can.approve && leave.next_status === null && <p className="sr-only">{text("request.settled")}</p>}
      </div>
      <DecisionBar
        keys
        can={leave.can}
        pending={approve.isPending || reject.isPending || back.isPending}
        onDecide={decide}
      />
    </>
  );
}
