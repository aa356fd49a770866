import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";
import type { LicenceClass } from "../../shared/cars/cars.schema";

/** Who drives: a person of the organisation, or somebody from outside with a name and no account. */
@Entity("driver")
export class DriverEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

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

  /** In the organisation's time zone; null: around the clock. */
  @Column({ name: "works_from", type: "time", nullable: true })
  worksFrom!: string | null;

  @Column({ name: "works_until", type: "time", nullable: true })
  worksUntil!: string | null;

  /** ISO: Monday is 1. */
  @Column({ name: "work_days", type: "int", array: true })
  workDays!: number[];

  @Column({ type: "int", default: 1 })
  version!: number;

  @Column({ name: "deleted_at", type: "timestamptz", nullable: true })
  deletedAt!: Date | null;
}
