import type { ComponentType } from "react";
import type { RequestFamily } from "../../shared/requests/families";
import type { InboxLineProps } from "../approvals/InboxLine";
import type { DecisionProps } from "../approvals/RequestFrame";
import { FinanceDecision } from "../finance/FinanceDecision";
import { FinanceInboxLine } from "../finance/FinanceInboxLine";
import { FinanceStatus } from "../finance/FinanceStatus";
import { FormDecision } from "../forms/FormDecision";
import { FormInboxLine } from "../forms/FormInboxLine";
import { FormStatus } from "../forms/FormStatus";
import { LeaveDecision } from "../leave/LeaveDecision";
import { LeaveInboxLine } from "../leave/LeaveInboxLine";
import { LeaveStatus } from "../leave/LeaveStatus";
import type { MessageId } from "../platform/intl/catalogues";

/** What a family brings to the inbox. */
export interface FamilyScreens {
  /** The whole request with what decides it; made of `RequestFrame` and `RequestView`. */
  Decision: ComponentType<DecisionProps>;
  /** What it says of itself in the list; made of `InboxWhat` and `InboxFact`. */
  Line: ComponentType<InboxLineProps>;
  /** Where one of its requests stands. */
  Status: ComponentType<{ status: string }>;
  /** What its types are called, where the organisation doesn't name them itself. */
  kinds?: Partial<Record<string, MessageId>>;
}

/** The families that are there: one line each. */
export const families: Partial<Record<RequestFamily, FamilyScreens>> = {
  form: { Decision: FormDecision, Line: FormInboxLine, Status: FormStatus },
  finance: {
    Decision: FinanceDecision,
    Line: FinanceInboxLine,
    Status: FinanceStatus,
    kinds: {
      purchase: "finance.type.purchase",
      payment: "finance.type.payment",
      cash_advance: "finance.type.cash_advance",
    },
  },
  leave: { Decision: LeaveDecision, Line: LeaveInboxLine, Status: LeaveStatus },
};
