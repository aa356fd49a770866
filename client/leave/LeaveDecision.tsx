import { decisionCalls } from "../platform/decision-calls";
import { type DecisionProps, RequestFrame } from "../approvals/RequestFrame";
import { LeaveView } from "./LeaveView";

/** A leave with the buttons that decide it. */
export function LeaveDecision(props: DecisionProps) {
  return (
    <RequestFrame {...props} calls={decisionCalls.leave}>
      {(leave) => <LeaveView leave={leave} />}
    </RequestFrame>
  );
}
