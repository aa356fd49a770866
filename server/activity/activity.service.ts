import type { Activity } from "../../shared/activity/activity.contract";
import type { Actor as Person } from "../../shared/kernel/events";
import { sql, type Tx } from "../platform/unit-of-work";

interface EventRow {
  id: number;
  type: string;
  at: Date;
  data: Record<string, unknown>;
  actor: Person | null;
}

// The expression and the types must be those of the index domain_event_task.
const eventsOfTask = sql(
  "activity.ofTask",
  `SELECT e.id, e.type, e.at, e.data,
          CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) END AS actor
   FROM domain_event e LEFT JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.actor_id
   WHERE e.tenant_id = current_tenant() AND COALESCE(e.data->>'task_id', e.data->>'id') = $1
     AND (e.type LIKE 'task.%' OR e.type LIKE 'comment.%')
     AND (e.type LIKE 'task.%' OR e.data ? 'task_id')
   ORDER BY e.id DESC LIMIT 200`,
);

/** The history of one task, newest first: the events of the log. */
export async function activitiesOf(tx: Tx, taskId: number): Promise<Activity[]> {
  return (await tx.rows<EventRow>(eventsOfTask, [String(taskId)])).map(presentActivity);
}

export function presentActivity(row: EventRow): Activity {
  return { id: row.id, type: row.type, actor: row.actor, at: row.at.toISOString(), data: row.data };
}
