import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";
import type { ColumnKind } from "../../shared/tasks/tasks.schema";

/** A column of the board; `task_status` in the specification and in the database. */
@Entity("task_status")
export class ColumnEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column("bigint", { name: "tenant_id" })
  tenantId!: number;

  @Column("bigint", { name: "project_id" })
  projectId!: number;

  @Column("text")
  title!: string;

  @Column("text")
  kind!: ColumnKind;

  @Column("text", { nullable: true })
  color!: string | null;

  @Column("int", { name: "wip_limit", nullable: true })
  wipLimit!: number | null;

  @Column("int", { name: "sort_order" })
  sortOrder!: number;

  @Column("int")
  version!: number;
}
