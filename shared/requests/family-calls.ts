import { financeCalls } from "../finance/finance.calls";
import { formCalls } from "../forms/forms.calls";
import { leaveCalls } from "../leave/leave.calls";
import { bookingCalls } from "../reservations/reservations.calls";
import type { FamilyCalls } from "./define-calls";
import type { RequestFamily } from "./families";

/** What is called with the requests of each family, and what happens to them. */
export const familyCalls = {
  leave: leaveCalls,
  finance: financeCalls,
  form: formCalls,
  booking: bookingCalls,
} as const satisfies Record<RequestFamily, FamilyCalls<unknown>>;

/** A family's own events: type → data. */
export type EventsOf<Family extends RequestFamily> = NonNullable<(typeof familyCalls)[Family]["told"]>;

type Told = { [Family in RequestFamily]: EventsOf<Family> }[RequestFamily];
type Both<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer All) => void ? All : never;

/** Every family's own events: type → data. */
export type FamilyEvents = Both<Told>;
