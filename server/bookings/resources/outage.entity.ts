import { Column, Entity } from "typeorm";
import { TenantRow } from "../../platform/database/tenant-rows";

/** A period in which a room, car, driver or piece of equipment can't be booked; exactly one of the four is set. */
@Entity("outage")
export class OutageEntity extends TenantRow {
  @Column({ name: "room_id", type: "bigint", nullable: true })
  roomId!: number | null;

  @Column({ name: "car_id", type: "bigint", nullable: true })
  carId!: number | null;

  @Column({ name: "driver_id", type: "bigint", nullable: true })
  driverId!: number | null;

  @Column({ name: "equipment_id", type: "bigint", nullable: true })
  equipmentId!: number | null;

  @Column({ name: "starts_at", type: "timestamptz" })
  startsAt!: Date;

  @Column({ name: "ends_at", type: "timestamptz" })
  endsAt!: Date;

  @Column({ type: "text", nullable: true })
  reason!: string | null;

  @Column({ name: "created_by", type: "bigint", nullable: true })
  createdBy!: number | null;
}
