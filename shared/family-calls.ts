import { financeCalls } from "./requests/finance/finance.calls";
import { expenseCalls } from "./requests/expenses/expenses.calls";
import { formCalls } from "./requests/forms/forms.calls";
import { leaveCalls } from "./requests/leave/leave.calls";
import { bookingCalls } from "./bookings/bookings/approval/bookings.calls";
import type { FamilyCalls } from "./approvals/approvals/define-calls";
import type { RequestFamily } from "./approvals/approvals/families";

export const familyCalls = {
  leave: leaveCalls,
  finance: financeCalls,
  expense: expenseCalls,
  form: formCalls,
  booking: bookingCalls,
} as const satisfies Record<RequestFamily, FamilyCalls>;
