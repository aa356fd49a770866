import { Column, Entity } from "typeorm";
import { TenantRow } from "../../platform/database/tenant-rows";
import type { ColumnKind } from "../../../shared/work/tasks/tasks.schema";

/** A board column; named `task_status` in the specification and the database. */
@Entity("task_status")
export class ColumnEntity extends TenantRow {
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
