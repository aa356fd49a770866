import { sql } from "../platform/database/unit-of-work";
import { seen } from "./time.sql";

/** A running timer. */
export interface TimerRow {
  taskId: number;
  startedAt: Date;
}

/** A stopped timer, and what of it was written down. */
export interface StoppedRow {
  id: number;
  /** Null when it was deleted. */
  taskId: number | null;
  startedAt: Date;
}

/** Minutes that a timer has added to an entry. */
export interface StoppedPart {
  date: string;
  /** Null when it was deleted. */
  entryId: number | null;
  entryVersion: number;
  minutes: number;
}

/**
 * Whoever starts, stops or resumes does so one after the other: where no timer runs there is no row that two could wait
 * for. $1 person.
 */
export const holdTimers = sql(
  "timer.hold",
  "SELECT pg_advisory_xact_lock(hashtextextended('timer:' || current_tenant()::text || ':' || $1::bigint::text, 0))",
);

export const lockTimer = sql(
  "timer.lock",
  `SELECT task_id AS "taskId", started_at AS "startedAt" FROM timer
   WHERE tenant_id = current_tenant() AND user_id = $1 FOR UPDATE`,
);

/** No row when one runs: the key allows one per person. */
export const insertTimer = sql(
  "timer.insert",
  `INSERT INTO timer (tenant_id, user_id, task_id, started_at) VALUES (current_tenant(), $1, $2, $3)
   ON CONFLICT (tenant_id, user_id) DO NOTHING RETURNING task_id AS "taskId"`,
);

export const deleteTimer = sql("timer.delete", `DELETE FROM timer WHERE tenant_id = current_tenant() AND user_id = $1`);

/**
 * $1 person, $2 whether they see every project. A task that is out of their sight by now is told without its name: they
 * must still be able to stop.
 */
export const runningTimer = sql(
  "timer.running",
  `SELECT t.id, t.project_id, r.started_at, ${seen("$1", "$2")} AS seen, p.code || '-' || t.number AS key, t.title,
     COALESCE((SELECT s.revision FROM event_stream s
               WHERE s.tenant_id = current_tenant() AND s.name = 'project:' || p.id), 0) AS revision,
     (SELECT max(e.at) FROM domain_event e
      WHERE e.tenant_id = current_tenant() AND e.actor_id = $1 AND e.task_id IS NOT NULL AND e.at > r.started_at)
       AS last_activity_at
   FROM timer r
   JOIN task t ON t.tenant_id = r.tenant_id AND t.id = r.task_id
   JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   WHERE r.tenant_id = current_tenant() AND r.user_id = $1`,
);

/** What a timer's task is called, also when nothing may be written on it any more. $1 task, $2 person, $3 sees all. */
export const namedTask = sql(
  "timer.task",
  `SELECT t.id, t.project_id, p.code || '-' || t.number AS key, t.title, ${seen("$2", "$3")} AS seen
   FROM task t JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
   WHERE t.tenant_id = current_tenant() AND t.id = $1`,
);

/** $1 person. The one before, and its parts, are forgotten. */
export const forgetStopped = sql(
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

export const stoppedTimer = sql(
  "timer.stopped",
  `SELECT id, task_id AS "taskId", started_at AS "startedAt" FROM stopped_timer
   WHERE tenant_id = current_tenant() AND user_id = $1`,
);

/** In the order of time, in which weeks and entries are held. */
export const stoppedParts = sql(
  "timer.stoppedParts",
  `SELECT date, entry_id AS "entryId", entry_version AS "entryVersion", minutes FROM stopped_timer_part
   WHERE tenant_id = current_tenant() AND stopped_timer_id = $1 ORDER BY date`,
);
