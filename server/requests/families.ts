import type { RequestFamily } from "../../shared/requests/families";
import type { FamilyService } from "../approvals/request-family.service";
import { financeRequests } from "../finance/finance-family.service";
import { formRequests } from "../forms/forms-family.service";
import { leaveRequests } from "../leave/leave-family.service";
import { bookingRequests } from "../reservations/reservations-family.service";

/** What each family does on the server. */
export const familyServices: Readonly<Record<RequestFamily, FamilyService>> = {
  leave: leaveRequests,
  finance: financeRequests,
  form: formRequests,
  booking: bookingRequests,
};
