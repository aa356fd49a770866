import { Column, Entity, PrimaryColumn } from "typeorm";
import { VersionedRow } from "../../platform/database/tenant-rows";
import type { ColorTone } from "../../../shared/kernel/fields";

@Entity("room")
export class RoomEntity extends VersionedRow {
  @Column({ name: "building_id", type: "bigint" })
  buildingId!: number;

  @Column({ name: "floor_id", type: "bigint" })
  floorId!: number;

  @Column({ type: "text" })
  name!: string;

  @Column({ type: "numeric", precision: 8, scale: 2, nullable: true })
  area!: string | null;

  @Column({ type: "int", nullable: true })
  capacity!: number | null;

  @Column({ type: "text", array: true })
  tools!: string[];

  @Column({ type: "text", nullable: true })
  color!: ColorTone | null;

  @Column({ name: "image_file_id", type: "bigint", nullable: true })
  imageFileId!: number | null;

  /** Opening hours in the building's time zone; null: open around the clock. */
  @Column({ name: "opens_at", type: "time", nullable: true })
  opensAt!: string | null;

  @Column({ name: "closes_at", type: "time", nullable: true })
  closesAt!: string | null;

  /** ISO weekday numbers, Monday is 1. */
  @Column({ name: "open_days", type: "int", array: true })
  openDays!: number[];

  @Column({ name: "auto_approve", type: "boolean", default: true })
  autoApprove!: boolean;

  /** Whether pending bookings block the room until they are decided. */
  @Column({ name: "pending_blocks", type: "boolean", default: true })
  pendingBlocks!: boolean;

  /** All users (`everyone`), or the members of `room_group` and `room_department`. */
  @Column({ type: "text", default: "everyone" })
  audience!: "everyone" | "selected";

  @Column({ name: "notice_minutes", type: "int", default: 0 })
  noticeMinutes!: number;

  @Column({ name: "ahead_days", type: "int", nullable: true })
  maxAdvanceDays!: number | null;

  @Column({ name: "longest_minutes", type: "int", nullable: true })
  maxBookingMinutes!: number | null;

  @Column({ name: "buffer_before_minutes", type: "int", default: 0 })
  bufferBeforeMinutes!: number;

  @Column({ name: "buffer_after_minutes", type: "int", default: 0 })
  bufferAfterMinutes!: number;

  @Column({ name: "cross_day", type: "boolean", default: false })
  allowsOvernight!: boolean;

  /** Minutes allowed for check-in; null: no check-in required. */
  @Column({ name: "check_in_minutes", type: "int", nullable: true })
  checkInMinutes!: number | null;

  /** Hourly rate in the tenant's currency. */
  @Column({ name: "hourly_rate", type: "numeric", precision: 18, scale: 4, nullable: true })
  hourlyRate!: string | null;

  @Column({ name: "deleted_at", type: "timestamptz", nullable: true })
  deletedAt!: Date | null;
}

@Entity("room_group")
export class RoomGroupEntity {
  @PrimaryColumn({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  @PrimaryColumn({ name: "room_id", type: "bigint" })
  roomId!: number;

  @PrimaryColumn({ name: "group_id", type: "bigint" })
  groupId!: number;
}

@Entity("room_department")
export class RoomDepartmentEntity {
  @PrimaryColumn({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  @PrimaryColumn({ name: "room_id", type: "bigint" })
  roomId!: number;

  @PrimaryColumn({ name: "department_id", type: "bigint" })
  departmentId!: number;
}
