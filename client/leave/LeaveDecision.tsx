import { approveLeave, readLeave, rejectLeave, requestLeaveChanges } from "../../shared/leave/leave.contract";
import { type DecisionProps, RequestFrame } from "../approvals/RequestFrame";
import { LeaveView } from "./LeaveView";

const calls = { read: readLeave, approve: approveLeave, reject: rejectLeave, requestChanges: requestLeaveChanges };

/** A leave with the buttons that decide it. */
export function LeaveDecision(props: DecisionProps) {
  return (
    <RequestFrame {...props} calls={calls}>
      {(leave) => <LeaveView leave={leave} />}
    </RequestFrame>
  );
}
