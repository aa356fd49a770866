import type { BodyOf } from "../../../shared/kernel/endpoint";
import { projectStream } from "../../../shared/kernel/events";
import { type FieldErrors, Problem } from "../../../shared/kernel/problems";
import type { ColumnKind } from "../../../shared/work/tasks/tasks.schema";
import { rankBetween } from "../../../shared/work/tasks/tasks.rank.rules";
import type { createTask } from "../../../shared/work/tasks/tasks.contract";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { authorizeInProject, projectAccess } from "../access/projects.policy";
import { TaskEntity } from "./task.entity";
import { resolveFieldValues, writeFieldValues } from "./tasks.field-values";
import { foreignReferences, setLinks } from "./tasks.links";
import { presentCards } from "./tasks.present";
import { newTaskRow } from "./tasks.row";
import { cleanDescription } from "./tasks.service";

/** $1 project, $2 count. Returns the first number. */
const takeNumbers = sql(
  "tasks.takeNumbers",
  `UPDATE project SET next_task_number = next_task_number + $2 WHERE tenant_id = current_tenant() AND id = $1
   RETURNING next_task_number - $2 AS first`,
);
const selectColumnKinds = sql(
  "tasks.columnKinds",
  "SELECT id, kind FROM task_status WHERE tenant_id = current_tenant() AND project_id = $1",
);
/** The tasks of project $1 from number $2. */
const selectIdsFromNumber = sql(
  "tasks.idsFromNumber",
  "SELECT id FROM task WHERE tenant_id = current_tenant() AND project_id = $1 AND number >= $2 ORDER BY number",
);

export interface NewTask extends Omit<BodyOf<typeof createTask>, "blockers" | "before_id" | "after_id"> {
  /** Positions of the tasks in the same list that block it; the first one is 0. They must not form a cycle. */
  blockedBy: readonly number[];
}

/**
 * Creates tasks at the end of the columns of a project that was created in the same transaction, so that nothing is locked. The caller limits
 * their number and their lists. Values that a column requires aren't checked. `fill` adds content before the events are emitted.
 * @returns their ids, in the order of `tasks`.
 * @throws Problem 403 without permission; 422 for users, tags or values that the project doesn't have.
 */
export async function createTasksOfNewProject(
  tx: Tx,
  actor: Actor,
  projectId: number,
  tasks: readonly NewTask[],
  fill: (taskIds: readonly number[]) => Promise<unknown>,
): Promise<number[]> {
  if (tasks.length === 0) return [];
  authorizeInProject(actor, "task-create", await projectAccess(tx, actor, projectId));
  await requireLinksOf(tx, projectId, tasks);
  const taskIds = await insertTasks(tx, actor, projectId, tasks);
  const created = taskIds.map((id) => ({ id, projectId }));
  await setLinks(
    tx,
    tasks.map(({ users, groups, tags, blockedBy }, at) => ({
      id: taskIds[at] as number,
      projectId,
      users,
      groups,
      tags,
      blockers: blockedBy.map((position) => taskIds[position] as number),
    })),
  );
  await setFieldValuesOf(tx, projectId, taskIds, tasks);
  await fill(taskIds);
  const cards = await presentCards(tx, created);
  for (const id of taskIds) {
    const card = cards.get(id);
    if (card) tx.emit("task.created", projectStream(projectId), card);
  }
  return taskIds;
}

async function requireLinksOf(tx: Tx, projectId: number, tasks: readonly NewTask[]): Promise<void> {
  const lists = tasks.map(({ users, groups, tags }) => ({ users, groups, tags }));
  const names = new Set((await foreignReferences(tx, projectId, lists)).flat());
  if (names.size === 0) return;
  const errors: FieldErrors = Object.fromEntries([...names].map((name) => [name, ["field.unknown"]]));
  throw new Problem("request.invalid", { errors });
}

async function insertTasks(tx: Tx, actor: Actor, projectId: number, tasks: readonly NewTask[]): Promise<number[]> {
  const taken = await tx.one<{ first: number }>(takeNumbers, [projectId, tasks.length]);
  const first = taken?.first as number;
  const columns = await tx.rows<{ id: number; kind: ColumnKind }>(selectColumnKinds, [projectId]);
  const kinds = new Map(columns.map(({ id, kind }) => [id, kind]));
  const lastRanks = new Map<number, string>();
  const rows = tasks.map((task, at) => {
    const columnId = task.task_status_id;
    const rank = rankBetween(lastRanks.get(columnId) ?? null, null);
    lastRanks.set(columnId, rank);
    return {
      projectId,
      columnId,
      number: first + at,
      ...newTaskRow(task),
      description: cleanDescription(tx, task.description),
      ...(kinds.get(columnId) === "done" ? { progress: 100 } : {}),
      progressByHand: false,
      rank,
      reporterId: actor.id,
    };
  });
  await tx.repo(TaskEntity).insertMany(rows);
  const inserted = await tx.rows<{ id: number }>(selectIdsFromNumber, [projectId, first]);
  return inserted.map(({ id }) => id);
}

async function setFieldValuesOf(
  tx: Tx,
  projectId: number,
  taskIds: readonly number[],
  tasks: readonly NewTask[],
): Promise<void> {
  const requests = tasks.map(({ field_values = {} }) => ({ sent: field_values, kinds: {}, before: {} }));
  if (requests.every(({ sent }) => Object.keys(sent).length === 0)) return;
  const results = await resolveFieldValues(tx, projectId, requests);
  const errors = Object.assign({}, ...results.map((result) => result.errors)) as FieldErrors;
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
  await writeFieldValues(
    tx,
    results.map(({ change }, at) => ({ id: taskIds[at] as number, projectId, change })),
  );
}
