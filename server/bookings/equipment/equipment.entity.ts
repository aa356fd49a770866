import { Column, Entity } from "typeorm";
import { VersionedRow } from "../../platform/database/tenant-rows";
import type { EquipmentKind } from "../../../shared/bookings/equipment/equipment.schema";
import type { ColorTone } from "../../../shared/kernel/fields";

@Entity("equipment")
export class EquipmentEntity extends VersionedRow {
  @Column({ name: "building_id", type: "bigint" })
  buildingId!: number;

  @Column({ type: "text" })
  name!: string;

  @Column({ type: "text" })
  kind!: EquipmentKind;

  @Column({ type: "text", nullable: true })
  color!: ColorTone | null;

  @Column({ name: "image_file_id", type: "bigint", nullable: true })
  imageFileId!: number | null;

  @Column({ name: "auto_approve", type: "boolean", default: true })
  autoApprove!: boolean;

  /** Opening hours in the building's time zone; null: around the clock. */
  @Column({ name: "opens_at", type: "time", nullable: true })
  opensAt!: string | null;

  @Column({ name: "closes_at", type: "time", nullable: true })
  closesAt!: string | null;

  /** ISO weekdays, Monday is 1. */
  @Column({ name: "open_days", type: "int", array: true })
  openDays!: number[];

  @Column({ name: "deleted_at", type: "timestamptz", nullable: true })
  deletedAt!: Date | null;
}
