import type { RequestFamily } from "../shared/approvals/approvals/families";
import { type FamilyService, requestFamilyServices } from "./approvals/approvals/families.slots";
import { financeRequestFamily } from "./requests/finance/finance.family";
import { expenseRequestFamily } from "./requests/expenses/expenses.family";
import { formRequestFamily } from "./requests/forms/forms.family";
import { leaveRequestFamily } from "./requests/leave/leave.family";
import { bookingRequestFamily } from "./bookings/bookings/approval/bookings.family";

export const requestFamilies = {
  leave: leaveRequestFamily,
  finance: financeRequestFamily,
  expense: expenseRequestFamily,
  form: formRequestFamily,
  booking: bookingRequestFamily,
} as const satisfies Readonly<Record<RequestFamily, FamilyService>>;

requestFamilyServices.fill(requestFamilies);
