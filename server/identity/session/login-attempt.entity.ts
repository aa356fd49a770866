import { Column, Entity } from "typeorm";
import { TenantRow } from "../../platform/database/tenant-rows";
import type { LimitedAttempt } from "./throttle";

/** A failed attempt, or one that counts whether it succeeds or not. */
@Entity("login_attempt")
export class LoginAttemptEntity extends TenantRow {
  @Column({ type: "text" })
  purpose!: LimitedAttempt["purpose"];

  @Column({ name: "account_hash", type: "bytea" })
  accountHash!: Buffer;

  @Column({ type: "text" })
  address!: string;

  @Column({ type: "timestamptz", default: () => "now()" })
  at!: Date;
}
