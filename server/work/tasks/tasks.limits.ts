import { groupBy } from "../../../shared/kernel/group-by";
import { type FieldErrors, invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { sql, sqlByKey, type Tx } from "../../platform/database/unit-of-work";
import { maxBoardCards } from "./boards.service";
import { cardListLimits } from "./card-lists.limits";
import { linkTables } from "./tasks.fields";
import type { LinkInput } from "./tasks.links";

const countBoardTasks = sql(
  "tasks.onBoard",
  `SELECT count(*)::int AS count FROM task WHERE tenant_id = current_tenant() AND project_id = $1 AND archived_at IS NULL`,
);

const isFull = async (tx: Tx, projectId: number): Promise<boolean> =>
  ((await tx.one<{ count: number }>(countBoardTasks, [projectId]))?.count ?? 0) >= maxBoardCards;

/**
 * Checks that one more task fits on a project's board. `number` is the new task's number. A project never has more tasks than numbers, so
 * tasks are counted only in the largest projects.
 * @throws Problem 422 at `field` when the board is full.
 */
export async function enforceBoardLimit(tx: Tx, projectId: number, number: number, field: string): Promise<void> {
  if (number > maxBoardCards && (await isFull(tx, projectId))) throw invalidFieldProblem(field, "field.tooMany");
}

interface Restored {
  at: number;
  from: { projectId: number };
}

/**
 * Checks that tasks may be restored from the archive.
 * @throws Problem 422 at `<index>.task_status_id` of each task that doesn't fit.
 */
export async function enforceRestoreLimit(tx: Tx, subjects: readonly Restored[]): Promise<void> {
  for (const [projectId, own] of groupBy(subjects, ({ from }) => from.projectId)) {
    if (!(await isFull(tx, projectId))) continue;
    throw new Problem("request.invalid", {
      errors: Object.fromEntries(own.map(({ at }) => [`${at}.task_status_id`, ["field.tooMany"]])),
    });
  }
}

type ListOnCards = keyof typeof cardListLimits;
const listsOnCards = Object.keys(cardListLimits) as ListOnCards[];

/**
 * Whether a list must be counted. Lists so short that every card of a full board could have one aren't counted and need no lock, so the
 * total is at most twice the limit.
 */
const isLong = (lists: LinkInput, name: ListOnCards) =>
  (lists[name]?.length ?? 0) > cardListLimits[name] / maxBoardCards;

/** Whether lists must be counted. In that case the project must be locked against concurrent additions. */
export const countsTowardCardLimits = (lists: LinkInput): boolean => listsOnCards.some((name) => isLong(lists, name));

// Statements that count links of each kind in project $1, up to $2.
const onCards = sqlByKey(listsOnCards, (name) =>
  sql(
    `tasks.onCards.${name}`,
    `SELECT count(*)::int AS count FROM (
       SELECT FROM ${linkTables[name].table} x
       JOIN task t ON t.tenant_id = x.tenant_id AND t.project_id = x.project_id AND t.id = x.task_id AND t.archived_at IS NULL
       WHERE x.tenant_id = current_tenant() AND x.project_id = $1 LIMIT $2) AS counted`,
  ),
);

interface ChangedLists {
  projectId: number;
  /** The complete lists of the task after the change. */
  lists: LinkInput;
  /** Field for the error of a list that doesn't fit. */
  field: (name: ListOnCards) => string;
}

/**
 * Checks after the write that long lists fit on their boards.
 * @throws Problem 422 at each list that doesn't fit.
 */
export async function enforceCardListLimits(tx: Tx, changedLists: readonly ChangedLists[]): Promise<void> {
  const errors: FieldErrors = {};
  for (const name of listsOnCards) {
    const long = groupBy(
      changedLists.filter(({ lists }) => isLong(lists, name)),
      ({ projectId }) => projectId,
    );
    for (const [projectId, own] of long) {
      const found = await tx.one<{ count: number }>(onCards[name], [projectId, cardListLimits[name] + 1]);
      if ((found?.count ?? 0) <= cardListLimits[name]) continue;
      for (const { field } of own) errors[field(name)] = ["task.tooManyOnCards"];
    }
  }
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}
