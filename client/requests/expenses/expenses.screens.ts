import type { FamilyScreens } from "../../approvals/approvals/client-families";
import { FinanceStatus } from "../finance/FinanceStatus";
import { ExpenseInboxSummary } from "./ExpenseInboxSummary";
import { ExpenseDecision } from "./ExpenseView";

export const expenseScreens: FamilyScreens = {
  Decision: ExpenseDecision,
  Line: ExpenseInboxSummary,
  Status: FinanceStatus,
};
