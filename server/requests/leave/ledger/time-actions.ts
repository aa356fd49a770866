import type { LeaveSpan } from "../../../../shared/requests/leave/calendar/days.rules";
import type { Tx } from "../../../platform/database/unit-of-work";
import type { LeaveTypeEntity } from "../types/leave.entity";
import type { LeavePerson, LeaveRow } from "../types/leave.sql";

/** Effects of a decision or a cancellation on the calendar and the balance. They differ between leave, changes of leave and credits. */
export interface TimeActions {
  /** After the approval. */
  grant(tx: Tx, request: LeaveRow): Promise<void>;
  /** After an approval was undone. */
  revokeGrant(tx: Tx, request: LeaveRow): Promise<void>;
  /** After a rejection or a return. */
  release(tx: Tx, request: LeaveRow): Promise<void>;
  /** After a rejection or a return was undone. */
  reserveAgain(tx: Tx, request: LeaveRow): Promise<void>;
  /** After the cancellation. `request` is the row before it. */
  cancel(tx: Tx, request: LeaveRow): Promise<void>;
}

/** Leave and credits are also sent by their requester; a change is proposed together with its dates. */
export interface SentTimeActions extends TimeActions {
  /**
   * Checks the request and reserves its time.
   * @returns the time off, or null for worked time.
   * @throws Problem 422 with all violations.
   */
  reserve(tx: Tx, request: LeaveRow, person: LeavePerson, options: { hasFile: boolean }): Promise<TimeOff | null>;
}

export interface TimeOff {
  type: LeaveTypeEntity;
  span: LeaveSpan;
}
