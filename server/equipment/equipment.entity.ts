import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";
import type { EquipmentKind } from "../../shared/equipment/equipment.schema";
import type { Tone } from "../../shared/kernel/fields";

/** One piece of equipment. */
@Entity("equipment")
export class EquipmentEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  @Column({ name: "building_id", type: "bigint" })
  buildingId!: number;

  @Column({ type: "text" })
  name!: string;

  @Column({ type: "text" })
  kind!: EquipmentKind;

  @Column({ type: "text", nullable: true })
  color!: Tone | null;

  @Column({ type: "int", default: 1 })
  version!: number;

  @Column({ name: "deleted_at", type: "timestamptz", nullable: true })
  deletedAt!: Date | null;
}
