import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";
import type { Tone } from "../../shared/kernel/fields";

@Entity("project_tag")
export class ProjectTagEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column("bigint", { name: "tenant_id" })
  tenantId!: number;

  @Column("bigint", { name: "project_id" })
  projectId!: number;

  @Column("text")
  name!: string;

  @Column("text")
  color!: Tone;
}
