import { decisionCalls } from "../platform/decision-calls";
import { type DecisionProps, RequestFrame } from "../approvals/RequestFrame";
import { FormView } from "./FormView";

/** A filled form with the buttons that decide it. */
export function FormDecision(props: DecisionProps) {
  return (
    <RequestFrame {...props} calls={decisionCalls.form}>
      {(request) => <FormView request={request} />}
    </RequestFrame>
  );
}
