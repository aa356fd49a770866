import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

/** The passwords a person had: the last five can't be used again. */
@Entity("password_history")
export class PasswordHistoryEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  @Column({ name: "user_id", type: "bigint" })
  userId!: number;

  @Column({ name: "password_hash", type: "text" })
  passwordHash!: string;

  @Column({ name: "created_at", type: "timestamptz", default: () => "now()" })
  createdAt!: Date;
}

/** A link to set a new password, once. */
@Entity("password_reset")
export class PasswordResetEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  @Column({ name: "user_id", type: "bigint" })
  userId!: number;

  @Column({ name: "token_hash", type: "bytea" })
  tokenHash!: Buffer;

  @Column({ name: "expires_at", type: "timestamptz" })
  expiresAt!: Date;

  @Column({ name: "used_at", type: "timestamptz", nullable: true })
  usedAt!: Date | null;
}
