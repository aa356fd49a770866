import { Column, Entity } from "typeorm";
import { TenantRow } from "../../platform/database/tenant-rows";

/** A failed sign-in, a requested password reset, or a registration. */
@Entity("login_attempt")
export class LoginAttemptEntity extends TenantRow {
  @Column({ type: "text" })
  purpose!: "login" | "reset" | "register" | "second_step" | "passkey";

  @Column({ name: "account_hash", type: "bytea" })
  accountHash!: Buffer;

  @Column({ type: "text" })
  address!: string;

  @Column({ type: "timestamptz", default: () => "now()" })
  at!: Date;
}
