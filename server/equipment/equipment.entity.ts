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

  @Column({ name: "image_file_id", type: "bigint", nullable: true })
  imageFileId!: number | null;

  @Column({ name: "auto_approve", type: "boolean", default: true })
  autoApprove!: boolean;

  /** In the building's time zone; null: around the clock. */
  @Column({ name: "opens_at", type: "time", nullable: true })
  opensAt!: string | null;

  @Column({ name: "closes_at", type: "time", nullable: true })
  closesAt!: string | null;

  /** As ISO counts them, Monday is 1. */
  @Column({ name: "open_days", type: "int", array: true })
  openDays!: number[];

  @Column({ type: "int", default: 1 })
  version!: number;

  @Column({ name: "deleted_at", type: "timestamptz", nullable: true })
  deletedAt!: Date | null;
}
