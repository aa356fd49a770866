import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

/** An uploaded file; its bytes lie in the file store under `storageKey`. */
@Entity("file")
export class FileEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  @Column({ type: "text" })
  name!: string;

  /** By content, not by name. */
  @Column({ type: "text" })
  type!: string;

  @Column({ type: "bigint" })
  size!: number;

  @Column({ name: "storage_key", type: "text" })
  storageKey!: string;

  /** Of the small picture that a worker makes: `waiting` for it, `ready`, or `failed` for good. */
  @Column({ name: "preview_state", type: "text" })
  previewState!: "none" | "waiting" | "ready" | "failed";

  @Column({ name: "uploaded_by", type: "bigint", nullable: true })
  uploadedBy!: number | null;

  @Column({ name: "created_at", type: "timestamptz", default: () => "now()" })
  createdAt!: Date;
}
