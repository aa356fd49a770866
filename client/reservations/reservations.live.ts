import type { EventsOf } from "../../shared/requests/family-calls";
import { readBookingRequest } from "../../shared/reservations/booking-requests.contract";
import type { FamilyAnswers } from "../platform/live/live-queries.families";

/** What is decided of one booking changes what is free for another. */
export const bookingAnswers: FamilyAnswers<EventsOf<"booking">> = { sums: [readBookingRequest], events: {} };
