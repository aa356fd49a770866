import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";

@Entity("user_group")
export class GroupEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  @Column({ type: "text" })
  title!: string;

  @Column({ type: "int", default: 1 })
  version!: number;
}

@Entity("user_group_member")
export class GroupMemberEntity {
  @PrimaryColumn({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  @PrimaryColumn({ name: "group_id", type: "bigint" })
  groupId!: number;

  @PrimaryColumn({ name: "user_id", type: "bigint" })
  userId!: number;
}
