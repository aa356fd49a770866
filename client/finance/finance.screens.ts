import type { FamilyScreens } from "../approvals/ClientFamily";
import { FinanceDecision } from "./FinanceDecision";
import { FinanceInboxLine } from "./FinanceInboxLine";
import { FinanceStatus } from "./FinanceStatus";

export const financeScreens: FamilyScreens = {
  Decision: FinanceDecision,
  Line: FinanceInboxLine,
  Status: FinanceStatus,
};
