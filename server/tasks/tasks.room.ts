import { groupBy } from "../../shared/kernel/group-by";
import { type FieldErrors, invalid, Problem } from "../../shared/kernel/problems";
import { sql, type Statement, type Tx } from "../platform/database/unit-of-work";
import { mostOnBoard } from "./boards.service";
import { links } from "./tasks.fields";
import type { LinkInput } from "./tasks.links";

const onBoard = sql(
  "tasks.onBoard",
  `SELECT count(*)::int AS count FROM task WHERE tenant_id = current_tenant() AND project_id = $1 AND archived_at IS NULL`,
);

const isFull = async (tx: Tx, projectId: number): Promise<boolean> =>
  ((await tx.one<{ count: number }>(onBoard, [projectId]))?.count ?? 0) >= mostOnBoard;

/**
 * Asks whether one more task fits on a project's board. `number` is the one it gets there: a project has never more tasks than it has
 * given numbers, so that nothing is counted on any but the largest.
 * @throws Problem 422 at this field.
 */
export async function requireRoomOnBoard(tx: Tx, projectId: number, number: number, field: string): Promise<void> {
  if (number > mostOnBoard && (await isFull(tx, projectId))) throw invalid(field, "field.tooMany");
}

interface Restored {
  /** Its place in what was sent, which its error names. */
  at: number;
  from: { projectId: number };
}

/** Asks whether tasks may come back from the archive. @throws Problem 422 at `<index>.task_status_id` of each that may not. */
export async function requireRoomToRestore(tx: Tx, subjects: readonly Restored[]): Promise<void> {
  for (const [projectId, own] of groupBy(subjects, ({ from }) => from.projectId)) {
    if (!(await isFull(tx, projectId))) continue;
    throw new Problem("request.invalid", {
      errors: Object.fromEntries(own.map(({ at }) => [`${at}.task_status_id`, ["field.tooMany"]])),
    });
  }
}

/**
 * What the cards of one board have together: all of it is answered with the board. More than anybody's plan has; what tasks wait for has
 * a bound of its own (tasks.links.ts).
 */
export const mostOnCards = { users: 100_000, groups: 100_000, tags: 200_000 } as const;
type ListOnCards = keyof typeof mostOnCards;
const listsOnCards = Object.keys(mostOnCards) as ListOnCards[];

/**
 * As many as each card of a full board can have always fit, and nothing is counted for them: who assigns five people waits for nobody. So
 * there is never more than twice the most.
 */
const isLong = (lists: LinkInput, name: ListOnCards) => (lists[name]?.length ?? 0) > mostOnCards[name] / mostOnBoard;

/** Whether these lists are counted: then the project is locked, so that of two at the same moment one counts the other's. */
export const countsOnCards = (lists: LinkInput): boolean => listsOnCards.some((name) => isLong(lists, name));

// No further than one too many. $1 project, $2 how far.
const onCards = Object.fromEntries(
  listsOnCards.map((name) => [
    name,
    sql(
      `tasks.onCards.${name}`,
      `SELECT count(*)::int AS count FROM (
         SELECT FROM ${links[name].table} x
         JOIN task t ON t.tenant_id = x.tenant_id AND t.project_id = x.project_id AND t.id = x.task_id AND t.archived_at IS NULL
         WHERE x.tenant_id = current_tenant() AND x.project_id = $1 LIMIT $2) AS counted`,
    ),
  ]),
) as Record<ListOnCards, Statement>;

interface Laid {
  projectId: number;
  /** The whole lists that it has now. */
  lists: LinkInput;
  /** Where a list that doesn't fit is told. */
  field: (name: ListOnCards) => string;
}

/** Asks, once they are written, whether long lists of tasks fit on their boards. @throws Problem 422 at each that doesn't. */
export async function requireRoomOnCards(tx: Tx, laid: readonly Laid[]): Promise<void> {
  const errors: FieldErrors = {};
  for (const name of listsOnCards) {
    const long = groupBy(
      laid.filter(({ lists }) => isLong(lists, name)),
      ({ projectId }) => projectId,
    );
    for (const [projectId, own] of long) {
      const found = await tx.one<{ count: number }>(onCards[name], [projectId, mostOnCards[name] + 1]);
      if ((found?.count ?? 0) <= mostOnCards[name]) continue;
      for (const { field } of own) errors[field(name)] = ["task.tooManyOnCards"];
    }
  }
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}
