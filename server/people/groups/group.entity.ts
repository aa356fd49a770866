import { Column, Entity, PrimaryColumn } from "typeorm";
import { VersionedRow } from "../../platform/database/tenant-rows";

@Entity("user_group")
export class GroupEntity extends VersionedRow {
  @Column({ type: "text" })
  title!: string;
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
