import type { FamilyScreens } from "../../approvals/approvals/client-families";
import { LeaveInboxSummary } from "./requests/LeaveInboxSummary";
import { LeaveStatus } from "./requests/LeaveStatus";
import { LeaveDecision } from "./requests/LeaveView";

export const leaveScreens: FamilyScreens = { Decision: LeaveDecision, Line: LeaveInboxSummary, Status: LeaveStatus };
