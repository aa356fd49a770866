import type { FamilyScreens } from "../../approvals/approvals/client-families";
import { LeaveInboxSummary } from "./LeaveInboxSummary";
import { LeaveStatus } from "./LeaveStatus";
import { LeaveDecision } from "./LeaveView";

export const leaveScreens: FamilyScreens = { Decision: LeaveDecision, Line: LeaveInboxSummary, Status: LeaveStatus };
