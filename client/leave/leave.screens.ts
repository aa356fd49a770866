import type { FamilyScreens } from "../approvals/ClientFamily";
import { LeaveDecision } from "./LeaveDecision";
import { LeaveInboxLine } from "./LeaveInboxLine";
import { LeaveStatus } from "./LeaveStatus";

export const leaveScreens: FamilyScreens = { Decision: LeaveDecision, Line: LeaveInboxLine, Status: LeaveStatus };
