import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

@Entity("department")
export class DepartmentEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  @Column({ type: "text" })
  name!: string;

  @Column({ type: "text", nullable: true })
  code!: string | null;

  /** The department that it belongs to. Never one below itself: a trigger sees to it. */
  @Column({ name: "parent_id", type: "bigint", nullable: true })
  parentId!: number | null;

  @Column({ name: "head_id", type: "bigint", nullable: true })
  headId!: number | null;

  @Column({ type: "int", default: 1 })
  version!: number;
}
