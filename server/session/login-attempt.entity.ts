import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

/** A failed sign-in or a reset that was asked for. */
@Entity("login_attempt")
export class LoginAttemptEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  @Column({ type: "text" })
  purpose!: "login" | "reset";

  @Column({ name: "account_hash", type: "bytea" })
  accountHash!: Buffer;

  @Column({ type: "text" })
  address!: string;

  @Column({ type: "timestamptz", default: () => "now()" })
  at!: Date;
}
