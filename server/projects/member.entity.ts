import { Column, Entity, PrimaryColumn } from "typeorm";
import type { ProjectRole } from "../../shared/kernel/permissions";

/** A person in a project by name. Who has access, groups included, says the view `project_access`. */
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

/** A group in a project: its people are members. */
@Entity("project_group")
export class ProjectGroupEntity {
  @PrimaryColumn("bigint", { name: "tenant_id" })
  tenantId!: number;

  @PrimaryColumn("bigint", { name: "project_id" })
  projectId!: number;

  @PrimaryColumn("bigint", { name: "group_id" })
  groupId!: number;
}
