import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

@Entity("building")
export class BuildingEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  @Column({ type: "text" })
  name!: string;

  @Column({ type: "text", nullable: true })
  address!: string | null;

  /** Null: the organisation's. */
  @Column({ name: "time_zone", type: "text", nullable: true })
  timeZone!: string | null;

  @Column({ type: "int", default: 1 })
  version!: number;

  @Column({ name: "deleted_at", type: "timestamptz", nullable: true })
  deletedAt!: Date | null;
}

@Entity("floor")
export class FloorEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  @Column({ name: "building_id", type: "bigint" })
  buildingId!: number;

  @Column({ type: "text" })
  name!: string;

  /** From the ground upward, which is 0. */
  @Column({ type: "int", default: 0 })
  level!: number;

  @Column({ type: "int", default: 1 })
  version!: number;

  @Column({ name: "deleted_at", type: "timestamptz", nullable: true })
  deletedAt!: Date | null;
}
