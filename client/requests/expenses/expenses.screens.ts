import type { FamilyScreens } from "../../approvals/approvals/client-families";
import { MoneyStatus } from "../money/MoneyStatus";
import { ExpenseInboxSummary } from "./ExpenseInboxSummary";
import { ExpenseDecision } from "./ExpenseView";

export const expenseScreens: FamilyScreens = {
  Decision: ExpenseDecision,
  Line: ExpenseInboxSummary,
  Status: MoneyStatus,
};
