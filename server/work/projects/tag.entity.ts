import { Column, Entity } from "typeorm";
import { TenantRow } from "../../platform/database/tenant-rows";
import type { ColorTone } from "../../../shared/kernel/fields";

@Entity("project_tag")
export class ProjectTagEntity extends TenantRow {
  @Column("bigint", { name: "project_id" })
  projectId!: number;

  @Column("text")
  name!: string;

  @Column("text")
  color!: ColorTone;
}
