import { readFinance } from "../../shared/finance/finance.contract";
import { approveFinance, rejectFinance, requestFinanceChanges } from "../../shared/finance/finance-deeds.contract";
import { type DecisionProps, RequestFrame } from "../approvals/RequestFrame";
import { FinanceView } from "./FinanceView";

const calls = {
  read: readFinance,
  approve: approveFinance,
  reject: rejectFinance,
  requestChanges: requestFinanceChanges,
};

/** A purchase, a payment or a cash advance with the buttons that decide it. */
export function FinanceDecision(props: DecisionProps) {
  return (
    <RequestFrame {...props} calls={calls}>
      {(request) => <FinanceView request={request} />}
    </RequestFrame>
  );
}
