import type { FamilyScreens } from "../../approvals/approvals/client-families";
import { FinanceInboxSummary } from "./FinanceInboxSummary";
import { MoneyStatus } from "../money/MoneyStatus";
import { FinanceDecision } from "./FinanceView";

export const financeScreens: FamilyScreens = {
  Decision: FinanceDecision,
  Line: FinanceInboxSummary,
  Status: MoneyStatus,
};
