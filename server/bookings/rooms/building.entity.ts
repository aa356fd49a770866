import { Column, Entity } from "typeorm";
import { VersionedRow } from "../../platform/database/tenant-rows";

@Entity("building")
export class BuildingEntity extends VersionedRow {
  @Column({ type: "text" })
  name!: string;

  @Column({ type: "text", nullable: true })
  address!: string | null;

  /** Null: the building uses the tenant's time zone. */
  @Column({ name: "time_zone", type: "text", nullable: true })
  timeZone!: string | null;

  @Column({ name: "deleted_at", type: "timestamptz", nullable: true })
  deletedAt!: Date | null;
}

@Entity("floor")
export class FloorEntity extends VersionedRow {
  @Column({ name: "building_id", type: "bigint" })
  buildingId!: number;

  @Column({ type: "text" })
  name!: string;

  /** Level of the floor; the ground floor is 0. */
  @Column({ type: "int", default: 0 })
  level!: number;

  @Column({ name: "deleted_at", type: "timestamptz", nullable: true })
  deletedAt!: Date | null;
}
