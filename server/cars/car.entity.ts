import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";
import type { CarType, LicenceClass } from "../../shared/cars/cars.schema";

@Entity("car")
export class CarEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

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

  /** What whoever drives it needs. */
  @Column({ name: "licence_class", type: "text", default: "B" })
  licenceClass!: LicenceClass;

  @Column({ name: "image_file_id", type: "bigint", nullable: true })
  imageFileId!: number | null;

  @Column({ name: "insured_until", type: "date", nullable: true })
  insuredUntil!: string | null;

  @Column({ name: "inspected_until", type: "date", nullable: true })
  inspectedUntil!: string | null;

  /** In kilometres; never falls: a trigger sees to it. */
  @Column({ type: "int", default: 0 })
  mileage!: number;

  /** In the organisation's currency. */
  @Column({ name: "hourly_rate", type: "numeric", precision: 18, scale: 4, nullable: true })
  hourlyRate!: string | null;

  @Column({ type: "int", default: 1 })
  version!: number;

  @Column({ name: "deleted_at", type: "timestamptz", nullable: true })
  deletedAt!: Date | null;
}
