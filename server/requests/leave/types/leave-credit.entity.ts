import { Column, Entity } from "typeorm";
import { ContinuedRow } from "../../../platform/database/tenant-rows";

/** The part of a request that only a claim for worked time has; the time and its hours are in `LeaveRequestEntity`. */
@Entity("leave_credit")
export class LeaveCreditEntity extends ContinuedRow {
  @Column("bigint", { name: "user_id" })
  userId!: number;

  /** Break during the worked time. */
  @Column("smallint", { name: "break_minutes" })
  breakMinutes!: number;

  /** Whether the worked time was sent and neither rejected nor cancelled. */
  @Column("boolean")
  claimed!: boolean;

  @Column("date", { name: "credited_on", nullable: true })
  creditedOn!: string | null;

  /** Last day on which the credited hours can be taken. */
  @Column("date", { name: "expires_on", nullable: true })
  expiresOn!: string | null;
}

/** SQL join of a request `l` with the credit `k` that it claims. */
export const joinCredit = "LEFT JOIN leave_credit k ON k.tenant_id = l.tenant_id AND k.id = l.id";

/** SQL expression for the credit in responses, or null. */
export const creditJson =
  "CASE WHEN k.id IS NOT NULL THEN json_build_object('break_minutes', k.break_minutes, 'expires_on', k.expires_on) END";

/** SQL join of requests `l` with the credits `k` that were granted, and SQL expression for their hours (`CreditLot`). */
export const joinGrantedCredits = `JOIN leave_credit k ON k.tenant_id = l.tenant_id AND k.id = l.id AND k.credited_on IS NOT NULL`;
export const creditLotJson = "json_build_object('id', l.id, 'hours', l.days::float8, 'expires', k.expires_on)";
