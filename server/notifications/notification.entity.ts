import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";
import type { NotificationKind, Reason } from "../../shared/notifications/notifications.kinds";

@Entity("notification")
export class NotificationEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column("bigint", { name: "tenant_id" })
  tenantId!: number;

  @Column("bigint", { name: "user_id" })
  userId!: number;

  /** The first event that it tells of. Null for what no event tells of: reminders. */
  @Column("bigint", { name: "event_id", nullable: true })
  eventId!: number | null;

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

  @Column("text", { nullable: true })
  reason!: Reason | null;

  @Column("bigint", { name: "task_id", nullable: true })
  taskId!: number | null;

  @Column("bigint", { name: "project_id", nullable: true })
  projectId!: number | null;

  /** How many events it stands for. */
  @Column("int", { default: 1 })
  count!: number;

  @Column("bigint", { name: "actor_ids", array: true, default: "{}" })
  actorIds!: number[];

  /** False: only on its way elsewhere, not in the inbox. */
  @Column("boolean", { default: true })
  shown!: boolean;

  @Column("text", { nullable: true })
  digest!: "daily" | "weekly" | null;

  @Column("bigint", { name: "digest_id", nullable: true })
  digestId!: number | null;

  @Column("timestamptz", { name: "read_at", nullable: true })
  readAt!: Date | null;

  @Column("timestamptz", { name: "began_at", default: () => "now()" })
  beganAt!: Date;

  /** When it was last added to. */
  @Column("timestamptz", { name: "created_at" })
  createdAt!: Date;
}
