import { Column, Entity } from "typeorm";
import { TenantRow } from "../../platform/database/tenant-rows";

@Entity("session")
export class SessionEntity extends TenantRow {
  @Column({ name: "user_id", type: "bigint" })
  userId!: number;

  @Column({ name: "token_hash", type: "bytea", select: false })
  tokenHash!: Buffer;

  @Column({ name: "file_hash", type: "bytea", select: false })
  fileHash!: Buffer;

  @Column({ type: "boolean" })
  remember!: boolean;

  @Column({ name: "user_agent", type: "text", nullable: true })
  userAgent!: string | null;

  @Column({ name: "created_at", type: "timestamptz", default: () => "now()" })
  createdAt!: Date;

  @Column({ name: "last_used_at", type: "timestamptz", default: () => "now()" })
  lastUsedAt!: Date;

  @Column({ name: "expires_at", type: "timestamptz" })
  expiresAt!: Date;

  /** Maximum end of the session; not extended by use. */
  @Column({ name: "ends_at", type: "timestamptz" })
  endsAt!: Date;
}
