import type { FamilyScreens } from "../approvals/ClientFamily";
import { FormDecision } from "./FormDecision";
import { FormInboxLine } from "./FormInboxLine";
import { FormStatus } from "./FormStatus";

export const formScreens: FamilyScreens = { Decision: FormDecision, Line: FormInboxLine, Status: FormStatus };
