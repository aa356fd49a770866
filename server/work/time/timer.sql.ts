import { sql } from "../../platform/database/unit-of-work";
import { isProjectVisible } from "./time.sql";
import { tenantEpochSql } from "../../platform/database/epoch";

export interface TimerRow {
  taskId: number;
  startedAt: Date;
}

export interface StoppedRow {
  id: number;
  /** Id of the task; null when the task was deleted. */
  taskId: number | null;
  startedAt: Date;
}

export interface StoppedPart {
  date: string;
  /** Id of the entry; null when the entry was deleted. */
  entryId: number | null;
  entryVersion: number;
  minutes: number;
}

/**
 * Serializes starting, stopping and resuming per user. Uses an advisory lock, because without a running timer there is no row to lock. $1
 * user.
 */
export const lockTimers = sql(
  "timer.hold",
  "SELECT pg_advisory_xact_lock(hashtextextended('timer:' || current_tenant()::text || ':' || $1::bigint::text, 0))",
);

export const lockTimer = sql(
  "timer.lock",
  `SELECT task_id AS "taskId", started_at AS "startedAt" FROM timer
   WHERE tenant_id = current_tenant() AND user_id = $1 FOR UPDATE`,
);

/** Inserts no row when a timer is running, because the key allows one timer per user. $1 user, $2 task, $3 start. */
export const insertTimer = sql(
  "timer.insert",
  `INSERT INTO timer (tenant_id, user_id, task_id, started_at) VALUES (current_tenant(), $1, $2, $3)
   ON CONFLICT (tenant_id, user_id) DO NOTHING RETURNING task_id AS "taskId"`,
);

export const deleteTimer = sql("timer.delete", `DELETE FROM timer WHERE tenant_id = current_tenant() AND user_id = $1`);

/**
 * The running timer of user $1. An invisible task is returned without its name, so that the user can still stop the timer. $2 whether the
 * user sees all projects.
 */
export const selectRunningTimer = sql(
  "timer.running",
  `SELECT t.id, t.project_id, r.started_at, ${isProjectVisible("$1", "$2")} AS seen, p.code || '-' || t.number AS key, t.title,
     COALESCE((SELECT s.revision FROM event_stream s
               WHERE s.tenant_id = current_tenant() AND s.name = 'project:' || p.id), 0) AS revision, ${tenantEpochSql} AS epoch,
     (SELECT max(e.at) FROM domain_event e
      WHERE e.tenant_id = current_tenant() AND e.actor_id = $1 AND e.task_id IS NOT NULL AND e.at > r.started_at)
       AS last_activity_at
   FROM timer r
   JOIN task t ON t.tenant_id = r.tenant_id AND t.id = r.task_id
   JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   WHERE r.tenant_id = current_tenant() AND r.user_id = $1`,
);

/** Name of a timer's task, even if time can no longer be logged on it. $1 task, $2 user, $3 whether the user sees all projects. */
export const selectTimerTask = sql(
  "timer.task",
  `SELECT t.id, t.project_id, p.code || '-' || t.number AS key, t.title, ${isProjectVisible("$2", "$3")} AS seen
   FROM task t JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   WHERE t.tenant_id = current_tenant() AND t.id = $1`,
);

/** Deletes the previously stopped timer of user $1 and its parts. */
export const deleteStoppedTimer = sql(
  "timer.forgetStopped",
  "DELETE FROM stopped_timer WHERE tenant_id = current_tenant() AND user_id = $1",
);

export const insertStopped = sql(
  "timer.insertStopped",
  `INSERT INTO stopped_timer (tenant_id, user_id, task_id, started_at) VALUES (current_tenant(), $1, $2, $3)
   RETURNING id`,
);

export const insertPart = sql(
  "timer.insertPart",
  `INSERT INTO stopped_timer_part (tenant_id, stopped_timer_id, date, entry_id, entry_version, minutes)
   VALUES (current_tenant(), $1, $2, $3, $4, $5)`,
);

export const selectStoppedTimer = sql(
  "timer.stopped",
  `SELECT id, task_id AS "taskId", started_at AS "startedAt" FROM stopped_timer
   WHERE tenant_id = current_tenant() AND user_id = $1`,
);

/** Parts of stopped timer $1 in chronological order, which is the lock order of timesheet weeks and entries. */
export const selectStoppedParts = sql(
  "timer.stoppedParts",
  `SELECT date, entry_id AS "entryId", entry_version AS "entryVersion", minutes FROM stopped_timer_part
   WHERE tenant_id = current_tenant() AND stopped_timer_id = $1 ORDER BY date`,
);
