import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";
import type { NotificationKind } from "../../shared/notifications/notifications.contract";

@Entity("notification")
export class NotificationEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column("bigint", { name: "tenant_id" })
  tenantId!: number;

  @Column("bigint", { name: "user_id" })
  userId!: number;

  /** The event that it tells of: one notification per event and person. */
  @Column("bigint", { name: "event_id" })
  eventId!: number;

  @Column("text")
  kind!: NotificationKind;

  /** Placeholders of the message `notification.<kind>`. */
  @Column("jsonb")
  values!: Record<string, string>;

  @Column("text")
  path!: string;

  @Column("text")
  subject!: string;

  @Column("bigint", { name: "sender_id", nullable: true })
  senderId!: number | null;

  @Column("timestamptz", { name: "read_at", nullable: true })
  readAt!: Date | null;

  @Column("timestamptz", { name: "created_at" })
  createdAt!: Date;
}
