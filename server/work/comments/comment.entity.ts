import { Column, Entity } from "typeorm";
import { TenantRow } from "../../platform/database/tenant-rows";

@Entity("comment")
export class CommentEntity extends TenantRow {
  @Column("bigint", { name: "task_id" })
  taskId!: number;

  @Column("bigint", { name: "author_id", nullable: true })
  authorId!: number | null;

  /** Sanitized HTML. */
  @Column("text")
  body!: string;

  @Column("int")
  version!: number;

  @Column("timestamptz", { name: "created_at" })
  createdAt!: Date;

  @Column("timestamptz", { name: "edited_at", nullable: true })
  editedAt!: Date | null;

  /** Deleted comments are kept for a day, so that the user who deleted one can restore it. */
  @Column("timestamptz", { name: "deleted_at", nullable: true })
  deletedAt!: Date | null;

  @Column("bigint", { name: "deleted_by", nullable: true })
  deletedBy!: number | null;
}
