import type { AffectedBooking, Reassignment } from "../../../shared/bookings/resources/affected-bookings";
import type { OutageKind } from "../../../shared/bookings/resources/outages.contract";
import type { RecordUse } from "../../../shared/kernel/uses";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { defineFeatureSlot } from "../../platform/slot";

declare module "../../platform/slot" {
  interface SlotFillings {
    bookingReassignment: BookingReassignment;
  }
}

/** Resources that are deleted, or out of order during a period. */
export interface UnavailableResources {
  kind: OutageKind;
  ids: readonly number[];
  from?: string | undefined;
  until?: string | undefined;
  reason?: string | null | undefined;
}

interface BookingReassignment {
  /** The affected bookings for an error response, with their total number. */
  affectedBookings(
    tx: Tx,
    actor: Actor,
    of: UnavailableResources,
  ): Promise<{ uses: RecordUse[]; bookings: AffectedBooking[] }>;
  /**
   * Moves or cancels all affected bookings according to `answers`, and those beyond the listed ones as suggested, and notifies their owners;
   * all or none.
   * @throws Problem `refusal` with the bookings when an answer is missing; 409 for a trip that has started, or when a replacement is taken
   *   meanwhile; 422 for an invalid replacement.
   */
  reassignBookings(
    tx: Tx,
    actor: Actor,
    of: UnavailableResources,
    answers: readonly Reassignment[] | undefined,
    refusal: "organization.inUse" | "outage.booked",
  ): Promise<void>;
}

/** Filled by the bookings feature, which resources can't import. */
export const bookingReassignment = defineFeatureSlot("bookingReassignment");
