import { Column, Entity, PrimaryColumn } from "typeorm";
import type { ProjectRole } from "../../../shared/kernel/permissions";

@Entity("project_member")
export class ProjectMemberEntity {
  @PrimaryColumn("bigint", { name: "tenant_id" })
  tenantId!: number;

  @PrimaryColumn("bigint", { name: "project_id" })
  projectId!: number;

  @PrimaryColumn("bigint", { name: "user_id" })
  userId!: number;

  @Column("text")
  role!: ProjectRole;

  @Column("timestamptz", { name: "added_at" })
  addedAt!: Date;
}

@Entity("project_group")
export class ProjectGroupEntity {
  @PrimaryColumn("bigint", { name: "tenant_id" })
  tenantId!: number;

  @PrimaryColumn("bigint", { name: "project_id" })
  projectId!: number;

  @PrimaryColumn("bigint", { name: "group_id" })
  groupId!: number;
}
