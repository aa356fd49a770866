import {
  approveFormRequest,
  readFormRequest,
  rejectFormRequest,
  requestFormChanges,
} from "../../shared/forms/forms.contract";
import { type DecisionProps, RequestFrame } from "../approvals/RequestFrame";
import { FormView } from "./FormView";

const calls = {
  read: readFormRequest,
  approve: approveFormRequest,
  reject: rejectFormRequest,
  requestChanges: requestFormChanges,
};

/** A filled form with the buttons that decide it. */
export function FormDecision(props: DecisionProps) {
  return (
    <RequestFrame {...props} calls={calls}>
      {(request) => <FormView request={request} />}
    </RequestFrame>
  );
}
