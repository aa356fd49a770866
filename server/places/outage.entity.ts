import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

/** A room, a car, a driver or a piece of equipment that can't be booked from … to …; exactly one of the four is named. */
@Entity("outage")
export class OutageEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

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
