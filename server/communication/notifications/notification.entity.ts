import { Column, Entity } from "typeorm";
import { TenantRow } from "../../platform/database/tenant-rows";
import type {
  NotificationKind,
  NotificationReason,
} from "../../../shared/communication/notifications/notifications.kinds";

@Entity("notification")
export class NotificationEntity extends TenantRow {
  @Column("bigint", { name: "user_id" })
  userId!: number;

  /** First event of the notification; null for reminders, which have no event. */
  @Column("bigint", { name: "event_id", nullable: true })
  eventId!: number | null;

  @Column("text")
  kind!: NotificationKind;

  /** Placeholders of the text `notification.<kind>`. */
  @Column("jsonb")
  values!: Record<string, string>;

  @Column("text")
  path!: string;

  @Column("text")
  subject!: string;

  @Column("bigint", { name: "sender_id", nullable: true })
  senderId!: number | null;

  @Column("text", { nullable: true })
  reason!: NotificationReason | null;

  @Column("bigint", { name: "task_id", nullable: true })
  taskId!: number | null;

  @Column("bigint", { name: "project_id", nullable: true })
  projectId!: number | null;

  /** Number of events merged into the notification. */
  @Column("int", { default: 1 })
  count!: number;

  @Column("bigint", { name: "actor_ids", array: true, default: "{}" })
  actorIds!: number[];

  /** Whether the notification is shown in the inbox; false if it is only delivered by mail or push. */
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

  /** Time of the latest event merged into the notification. */
  @Column("timestamptz", { name: "created_at" })
  createdAt!: Date;
}
