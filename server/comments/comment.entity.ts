import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

@Entity("comment")
export class CommentEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column("bigint", { name: "tenant_id" })
  tenantId!: number;

  @Column("bigint", { name: "task_id" })
  taskId!: number;

  @Column("bigint", { name: "author_id" })
  authorId!: number;

  /** Sanitised HTML. */
  @Column("text")
  body!: string;

  @Column("int")
  version!: number;

  @Column("timestamptz", { name: "created_at" })
  createdAt!: Date;

  @Column("timestamptz", { name: "edited_at", nullable: true })
  editedAt!: Date | null;

  /** Kept for a day, for whoever deleted it to bring back. */
  @Column("timestamptz", { name: "deleted_at", nullable: true })
  deletedAt!: Date | null;

  @Column("bigint", { name: "deleted_by", nullable: true })
  deletedBy!: number | null;
}
