import type { Actor as Person } from "../../shared/kernel/events";
import { type FieldErrors, invalid, Problem } from "../../shared/kernel/problems";
import { sql, type Tx } from "../platform/unit-of-work";
import { TaskBlockerEntity, TaskGroupEntity, TaskTagEntity, TaskUserEntity } from "./task.entity";

/** Who and what hangs on a task; a list that isn't given stays as it is. */
export interface LinkInput {
  users?: number[];
  groups?: number[];
  tags?: number[];
  blockers?: number[];
}

/** In the order of the statement's parameters. */
const linkFields = ["users", "groups", "tags", "blockers"] as const satisfies (keyof LinkInput)[];

const strangers = sql(
  "tasks.strangers",
  `SELECT
     EXISTS (SELECT FROM unnest($2::bigint[]) AS wanted (id) WHERE NOT EXISTS (SELECT FROM project_access a
       JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.user_id AND u.active
       WHERE a.tenant_id = current_tenant() AND a.project_id = $1 AND a.user_id = wanted.id)) AS users,
     EXISTS (SELECT FROM unnest($3::bigint[]) AS wanted (id) WHERE NOT EXISTS (SELECT FROM project_group g
       WHERE g.tenant_id = current_tenant() AND g.project_id = $1 AND g.group_id = wanted.id)) AS groups,
     EXISTS (SELECT FROM unnest($4::bigint[]) AS wanted (id) WHERE NOT EXISTS (SELECT FROM project_tag t
       WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.id = wanted.id)) AS tags,
     EXISTS (SELECT FROM unnest($5::bigint[]) AS wanted (id) WHERE NOT EXISTS (SELECT FROM task t
       WHERE t.tenant_id = current_tenant() AND t.project_id = $1 AND t.id = wanted.id)) AS blockers`,
);

/**
 * Only people and groups of the project can be assigned, only its tags set, only its tasks be waited for.
 * @throws Problem 422 naming each list with something from elsewhere.
 */
export async function requireLinks(tx: Tx, projectId: number, input: LinkInput): Promise<void> {
  if (!linkFields.some((field) => input[field]?.length)) return;
  const found = await tx.one<Record<keyof LinkInput, boolean>>(strangers, [
    projectId,
    ...linkFields.map((field) => input[field] ?? []),
  ]);
  const errors: FieldErrors = {};
  for (const field of linkFields) if (found?.[field]) errors[field] = ["field.unknown"];
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}

/** Makes the lists that are given the ones that hang on the task. */
export async function setLinks(tx: Tx, task: { id: number; projectId: number }, input: LinkInput): Promise<void> {
  const place = { taskId: task.id, projectId: task.projectId };
  if (input.users) {
    await tx.repo(TaskUserEntity).delete(place);
    await tx.repo(TaskUserEntity).insertMany(unique(input.users).map((userId) => ({ ...place, userId })));
  }
  if (input.groups) {
    await tx.repo(TaskGroupEntity).delete(place);
    await tx.repo(TaskGroupEntity).insertMany(unique(input.groups).map((groupId) => ({ ...place, groupId })));
  }
  if (input.tags) {
    await tx.repo(TaskTagEntity).delete(place);
    await tx.repo(TaskTagEntity).insertMany(unique(input.tags).map((tagId) => ({ ...place, tagId })));
  }
  if (input.blockers) {
    await tx.repo(TaskBlockerEntity).delete(place);
    await tx.repo(TaskBlockerEntity).insertMany(unique(input.blockers).map((blockerId) => ({ ...place, blockerId })));
  }
}

const waitsFor = sql(
  "tasks.waitsFor",
  `WITH RECURSIVE ahead (id) AS (
     SELECT unnest($2::bigint[])
     UNION
     SELECT b.blocker_id FROM ahead JOIN task_blocker b
       ON b.tenant_id = current_tenant() AND b.project_id = $1 AND b.task_id = ahead.id
   ) SELECT 1 FROM ahead WHERE id = $3 LIMIT 1`,
);
// Two people who each add one half of a circle see nothing of one another: one of them waits here.
const oneAtATime = sql(
  "tasks.blockersOneAtATime",
  `SELECT pg_advisory_xact_lock(hashtextextended('task_blocker:' || $1::text, 0))`,
);

/**
 * Nothing may wait for itself, over however many steps.
 * @throws Problem 422.
 */
export async function requireNoCycle(
  tx: Tx,
  task: { id: number; projectId: number },
  blockers: readonly number[],
): Promise<void> {
  if (blockers.length === 0) return;
  await tx.one(oneAtATime, [task.projectId]);
  if (await tx.one(waitsFor, [task.projectId, blockers, task.id])) throw invalid("blockers", "task.blocksItself");
}

const unique = (ids: readonly number[]) => [...new Set(ids)];

const people = sql(
  "people.byIds",
  `SELECT id, fullname, image FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1) ORDER BY id`,
);

/** Name and face of people, for events that bring new ones onto a board. */
export function peopleByIds(tx: Tx, ids: readonly number[]): Promise<Person[]> {
  return ids.length === 0 ? Promise.resolve([]) : tx.rows<Person>(people, [ids]);
}
