import type { Permission } from "../../../shared/kernel/access";
import { Column, Entity } from "typeorm";
import { VersionedRow } from "../../platform/database/tenant-rows";

@Entity("role")
export class RoleEntity extends VersionedRow {
  /** Set for seeded roles. `administrator` has every permission, regardless of the list. */
  @Column({ type: "text", nullable: true })
  code!: string | null;

  @Column({ type: "text" })
  name!: string;

  @Column({ type: "text", array: true, default: "{}" })
  permissions!: Permission[];
}
