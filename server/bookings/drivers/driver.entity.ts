import { Column, Entity } from "typeorm";
import { VersionedRow } from "../../platform/database/tenant-rows";
import type { LicenceClass } from "../../../shared/bookings/cars/cars.schema";

/** A driver: a user of the tenant, or an external person with a name and no account. */
@Entity("driver")
export class DriverEntity extends VersionedRow {
  @Column({ name: "user_id", type: "bigint", nullable: true })
  userId!: number | null;

  @Column({ type: "text", nullable: true })
  fullname!: string | null;

  @Column({ name: "phone_number", type: "text", nullable: true })
  phoneNumber!: string | null;

  @Column({ name: "licence_classes", type: "text", array: true })
  licenceClasses!: LicenceClass[];

  @Column({ name: "licence_expires_on", type: "date", nullable: true })
  licenceExpiresOn!: string | null;

  /** Working hours in the tenant's time zone; null: around the clock. */
  @Column({ name: "works_from", type: "time", nullable: true })
  worksFrom!: string | null;

  @Column({ name: "works_until", type: "time", nullable: true })
  worksUntil!: string | null;

  /** ISO weekdays, Monday is 1. */
  @Column({ name: "work_days", type: "int", array: true })
  workDays!: number[];

  @Column({ name: "deleted_at", type: "timestamptz", nullable: true })
  deletedAt!: Date | null;
}
