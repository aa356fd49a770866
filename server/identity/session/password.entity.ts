import { Column, Entity } from "typeorm";
import { TenantRow } from "../../platform/database/tenant-rows";

/** Earlier passwords of a user: the last five can't be used again. */
@Entity("password_history")
export class PasswordHistoryEntity extends TenantRow {
  @Column({ name: "user_id", type: "bigint" })
  userId!: number;

  @Column({ name: "password_hash", type: "text" })
  passwordHash!: string;

  @Column({ name: "created_at", type: "timestamptz", default: () => "now()" })
  createdAt!: Date;
}

@Entity("password_reset")
export class PasswordResetEntity extends TenantRow {
  @Column({ name: "user_id", type: "bigint" })
  userId!: number;

  @Column({ name: "token_hash", type: "bytea" })
  tokenHash!: Buffer;

  @Column({ name: "expires_at", type: "timestamptz" })
  expiresAt!: Date;

  @Column({ name: "used_at", type: "timestamptz", nullable: true })
  usedAt!: Date | null;
}
