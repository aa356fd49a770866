import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";
import type { Permission } from "../../shared/kernel/permissions";

@Entity("role")
export class RoleEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  /** Seeded roles have one. `administrator` holds every permission, whatever the list says. */
  @Column({ type: "text", nullable: true })
  code!: string | null;

  @Column({ type: "text" })
  name!: string;

  @Column({ type: "text", array: true, default: "{}" })
  permissions!: Permission[];

  @Column({ type: "int", default: 1 })
  version!: number;
}
