import { formCalls } from "../../shared/forms/forms.calls";
import { type DecisionProps, RequestFrame } from "../approvals/RequestFrame";
import { FormView } from "./FormView";

/** A filled form with the buttons that decide it. */
export function FormDecision(props: DecisionProps) {
  return (
    <RequestFrame {...props} calls={formCalls}>
      {(request) => <FormView request={request} />}
    </RequestFrame>
  );
}
