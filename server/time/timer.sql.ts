import { sql } from "../platform/database/unit-of-work";
import { seen } from "./time.sql";

/** A running timer. */
export interface TimerRow {
  taskId: number;
  startedAt: Date;
}

export const lockTimer = sql(
  "timer.lock",
  `SELECT task_id AS "taskId", started_at AS "startedAt" FROM timer
   WHERE tenant_id = current_tenant() AND user_id = $1 FOR UPDATE`,
);

/** No row when another one was started at the same moment: the key allows one per person. */
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
