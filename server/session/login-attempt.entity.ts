import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

/** A failed sign-in, a reset that was asked for, or a registration. */
@Entity("login_attempt")
export class LoginAttemptEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  @Column({ type: "text" })
  purpose!: "login" | "reset" | "register" | "second_step" | "passkey";

  @Column({ name: "account_hash", type: "bytea" })
  accountHash!: Buffer;

  @Column({ type: "text" })
  address!: string;

  @Column({ type: "timestamptz", default: () => "now()" })
  at!: Date;
}
