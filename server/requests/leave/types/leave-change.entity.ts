import { Column, Entity } from "typeorm";
import { ContinuedRow } from "../../../platform/database/tenant-rows";

/** The part of a request that only a change of granted leave has; its new dates are in `LeaveRequestEntity`. */
@Entity("leave_change")
export class LeaveChangeEntity extends ContinuedRow {
  @Column("bigint", { name: "user_id" })
  userId!: number;

  /** The granted leave whose dates this request changes. */
  @Column("bigint", { name: "leave_id" })
  leaveId!: number;

  /** Whether the new dates wait for a decision. */
  @Column("boolean")
  proposed!: boolean;

  /** Dates of the leave before the change; set when the change is decided. */
  @Column("jsonb", { name: "dates_before", nullable: true })
  datesBefore!: object | null;
}

/** SQL join of a request `l` with its change `c` and the leave `o` that it changes. */
export const joinChange = `LEFT JOIN leave_change c ON c.tenant_id = l.tenant_id AND c.id = l.id
  LEFT JOIN leave_request o ON o.tenant_id = c.tenant_id AND o.id = c.leave_id`;

/** SQL expression for the leave that a request changes (`LeaveDates`), or null. `currentDates` are its dates as JSON. */
export const changedLeaveJson = (currentDates: string) =>
  `CASE WHEN o.id IS NOT NULL THEN jsonb_build_object('id', o.id) || COALESCE(c.dates_before, ${currentDates}) END`;
