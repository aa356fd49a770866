import type { EventsOf } from "../../shared/requests/family-calls";
import type { RequestFamily } from "../../shared/requests/families";
import type { ClientFamily } from "../approvals/ClientFamily";
import { clientFinance } from "../finance/finance.family";
import { clientForms } from "../forms/forms.family";
import { clientLeave } from "../leave/leave.family";
import { clientBookings } from "../reservations/reservations.family";

/** What each family brings to the client. */
export const clientFamilies: { readonly [Family in RequestFamily]: ClientFamily<EventsOf<Family>> } = {
  leave: clientLeave,
  finance: clientFinance,
  form: clientForms,
  booking: clientBookings,
};
