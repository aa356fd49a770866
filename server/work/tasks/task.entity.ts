import { Column, Entity } from "typeorm";
import { TenantRow } from "../../platform/database/tenant-rows";
import type { Priority } from "../../../shared/work/tasks/tasks.fields";

@Entity("task")
export class TaskEntity extends TenantRow {
  @Column("bigint", { name: "project_id" })
  projectId!: number;

  @Column("bigint", { name: "task_status_id" })
  columnId!: number;

  @Column("int")
  number!: number;

  @Column("text")
  title!: string;

  /** Sanitized HTML. */
  @Column("text", { nullable: true })
  description!: string | null;

  @Column("text")
  priority!: Priority;

  @Column("smallint")
  complexity!: number;

  @Column("date", { name: "start_date", nullable: true })
  startDate!: string | null;

  @Column("date", { name: "due_date", nullable: true })
  dueDate!: string | null;

  @Column("smallint")
  progress!: number;

  @Column("int", { name: "estimate_minutes", nullable: true })
  estimateMinutes!: number | null;

  @Column("bigint", { name: "cover_file_id", nullable: true })
  coverFileId!: number | null;

  @Column("boolean", { name: "progress_by_hand" })
  progressByHand!: boolean;

  @Column("text")
  rank!: string;

  @Column("bigint", { name: "reporter_id", nullable: true })
  reporterId!: number | null;

  @Column("bigint", { name: "series_id", nullable: true })
  seriesId!: number | null;

  @Column("boolean")
  published!: boolean;

  @Column("timestamptz", { name: "archived_at", nullable: true })
  archivedAt!: Date | null;

  @Column("int")
  version!: number;

  @Column("timestamptz", { name: "created_at" })
  createdAt!: Date;

  @Column("timestamptz", { name: "updated_at" })
  updatedAt!: Date;
}

interface TaskLink {
  tenantId: number;
  projectId: number;
  taskId: number;
}

@Entity("task_user")
export class TaskUserEntity implements TaskLink {
  @Column("bigint", { name: "tenant_id", primary: true })
  tenantId!: number;

  @Column("bigint", { name: "project_id", primary: true })
  projectId!: number;

  @Column("bigint", { name: "task_id", primary: true })
  taskId!: number;

  @Column("bigint", { name: "user_id", primary: true })
  userId!: number;
}

@Entity("task_group")
export class TaskGroupEntity implements TaskLink {
  @Column("bigint", { name: "tenant_id", primary: true })
  tenantId!: number;

  @Column("bigint", { name: "project_id", primary: true })
  projectId!: number;

  @Column("bigint", { name: "task_id", primary: true })
  taskId!: number;

  @Column("bigint", { name: "group_id", primary: true })
  groupId!: number;
}

@Entity("task_tag")
export class TaskTagEntity implements TaskLink {
  @Column("bigint", { name: "tenant_id", primary: true })
  tenantId!: number;

  @Column("bigint", { name: "project_id", primary: true })
  projectId!: number;

  @Column("bigint", { name: "task_id", primary: true })
  taskId!: number;

  @Column("bigint", { name: "tag_id", primary: true })
  tagId!: number;
}

/** The task `blockerId` must be completed before `taskId`. */
@Entity("task_blocker")
export class TaskBlockerEntity implements TaskLink {
  @Column("bigint", { name: "tenant_id", primary: true })
  tenantId!: number;

  @Column("bigint", { name: "project_id", primary: true })
  projectId!: number;

  @Column("bigint", { name: "task_id", primary: true })
  taskId!: number;

  @Column("bigint", { name: "blocker_id", primary: true })
  blockerId!: number;
}

/**
 * Number of latest events of a task that are examined for changes since an older version. A small number is enough, because clients of the
 * board are only a few versions behind.
 */
export const maxScannedEvents = 200;
