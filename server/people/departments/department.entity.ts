import { Column, Entity } from "typeorm";
import { VersionedRow } from "../../platform/database/tenant-rows";

@Entity("department")
export class DepartmentEntity extends VersionedRow {
  @Column({ type: "text" })
  name!: string;

  @Column({ type: "text", nullable: true })
  code!: string | null;

  /** Parent department; a trigger prevents cycles. */
  @Column({ name: "parent_id", type: "bigint", nullable: true })
  parentId!: number | null;

  @Column({ name: "head_id", type: "bigint", nullable: true })
  headId!: number | null;
}
