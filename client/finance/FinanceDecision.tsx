import { financeCalls } from "../../shared/finance/finance.calls";
import { type DecisionProps, RequestFrame } from "../approvals/RequestFrame";
import { FinanceView } from "./FinanceView";

/** A purchase, a payment or a cash advance with the buttons that decide it. */
export function FinanceDecision(props: DecisionProps) {
  return (
    <RequestFrame {...props} calls={financeCalls}>
      {(request) => <FinanceView request={request} />}
    </RequestFrame>
  );
}
