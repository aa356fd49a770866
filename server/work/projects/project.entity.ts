import { Column, Entity } from "typeorm";
import { TenantRow } from "../../platform/database/tenant-rows";
import type { ProjectState } from "../../../shared/work/projects/projects.schema";

@Entity("project")
export class ProjectEntity extends TenantRow {
  @Column("text")
  title!: string;

  @Column("text")
  code!: string;

  @Column("text", { nullable: true })
  description!: string | null;

  @Column("bigint", { name: "client_id", nullable: true })
  clientId!: number | null;

  @Column("bigint", { name: "department_id", nullable: true })
  departmentId!: number | null;

  @Column("date", { name: "start_date", nullable: true })
  startDate!: string | null;

  @Column("date", { name: "end_date", nullable: true })
  endDate!: string | null;

  @Column("text")
  color!: string;

  @Column("text")
  status!: ProjectState;

  /** Money as decimal text. */
  @Column("numeric", { precision: 14, scale: 2, nullable: true })
  budget!: string | null;

  @Column("timestamptz", { name: "archived_at", nullable: true })
  archivedAt!: Date | null;

  @Column("int", { name: "next_task_number" })
  nextTaskNumber!: number;

  @Column("int")
  version!: number;

  @Column("bigint", { name: "created_by", nullable: true })
  createdBy!: number | null;

  @Column("timestamptz", { name: "created_at" })
  createdAt!: Date;

  @Column("timestamptz", { name: "updated_at" })
  updatedAt!: Date;
}
