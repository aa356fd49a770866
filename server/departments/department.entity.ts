import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

@Entity("department")
export class DepartmentEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  @Column({ type: "text" })
  name!: string;

  @Column({ type: "text" })
  code!: string;
}
