import type { FamilyScreens } from "../../approvals/approvals/client-families";
import { FormInboxSummary } from "./FormInboxSummary";
import { FormStatus } from "./FormStatus";
import { FormDecision } from "./FormView";

export const formScreens: FamilyScreens = { Decision: FormDecision, Line: FormInboxSummary, Status: FormStatus };
