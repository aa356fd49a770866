import { Column, Entity } from "typeorm";
import { VersionedRow } from "../../platform/database/tenant-rows";
import type { CarType, LicenceClass } from "../../../shared/bookings/cars/cars.schema";

@Entity("car")
export class CarEntity extends VersionedRow {
  @Column({ type: "text" })
  name!: string;

  @Column({ type: "text" })
  type!: CarType;

  @Column({ name: "plate_number", type: "text" })
  plateNumber!: string;

  @Column({ type: "text", nullable: true })
  color!: string | null;

  @Column({ type: "int", nullable: true })
  seats!: number | null;

  @Column({ name: "licence_class", type: "text", default: "B" })
  licenceClass!: LicenceClass;

  @Column({ name: "image_file_id", type: "bigint", nullable: true })
  imageFileId!: number | null;

  @Column({ name: "insured_until", type: "date", nullable: true })
  insuredUntil!: string | null;

  @Column({ name: "inspected_until", type: "date", nullable: true })
  inspectedUntil!: string | null;

  /** In kilometers; never decreases, enforced by a trigger. */
  @Column({ type: "int", default: 0 })
  mileage!: number;

  /** Hourly rate in the tenant's currency. */
  @Column({ name: "hourly_rate", type: "numeric", precision: 18, scale: 4, nullable: true })
  hourlyRate!: string | null;

  @Column({ name: "deleted_at", type: "timestamptz", nullable: true })
  deletedAt!: Date | null;
}
