import { Column, Entity } from "typeorm";
import { TenantRow } from "../database/tenant-rows";

/** Metadata of an uploaded file; its bytes are in the file store under `storageKey`. */
@Entity("file")
export class FileEntity extends TenantRow {
  @Column({ type: "text" })
  name!: string;

  /** Detected from the content, not from the name. */
  @Column({ type: "text" })
  type!: string;

  @Column({ type: "bigint" })
  size!: number;

  @Column({ name: "storage_key", type: "text" })
  storageKey!: string;

  /** State of the preview that a worker renders; `failed` is final. */
  @Column({ name: "preview_state", type: "text" })
  previewState!: "none" | "waiting" | "ready" | "failed";

  @Column({ name: "uploaded_by", type: "bigint", nullable: true })
  uploadedBy!: number | null;

  @Column({ name: "created_at", type: "timestamptz", default: () => "now()" })
  createdAt!: Date;
}
