import { leaveCalls } from "../../shared/leave/leave.calls";
import { type DecisionProps, RequestFrame } from "../approvals/RequestFrame";
import { LeaveView } from "./LeaveView";

/** A leave with the buttons that decide it. */
export function LeaveDecision(props: DecisionProps) {
  return (
    <RequestFrame {...props} calls={leaveCalls}>
      {(leave) => <LeaveView leave={leave} />}
    </RequestFrame>
  );
}
