import { sql, type Tx } from "../../../server/platform/database/unit-of-work";
import { readColumns, followersOf, type NamedColumn, excludeItems } from "./notifications.recipients";
import { notifyingConsumer, type ConsumedEvent, notifyAboutTask } from "./notifications.notify";

const isWanted = sql(
  "notifications.isWanted",
  `SELECT EXISTS (SELECT FROM notification_preference WHERE tenant_id = current_tenant() AND topics ? $1) AS wanted`,
);

const columnsOfBatch = new WeakMap<Tx, ReadonlyMap<number, NamedColumn>>();

const isColumnChanged = ({ data }: ConsumedEvent<"task.moved">) => data.task_status_id !== data.from_task_status_id;

/** Loads the columns of a batch of moves if any user wants notifications about moves, because moves are the most frequent events. */
async function readForAll(tx: Tx, events: readonly ConsumedEvent<"task.moved">[]): Promise<void> {
  const moves = events.filter(isColumnChanged);
  if (moves.length === 0 || !(await tx.one<{ wanted: boolean }>(isWanted, ["moved"]))?.wanted) return;
  const columns = await readColumns(tx, [...new Set(moves.map(({ data }) => data.task_status_id))]);
  columnsOfBatch.set(tx, new Map(columns.map((column) => [column.id, column])));
}

async function taskMoved(tx: Tx, event: ConsumedEvent<"task.moved">): Promise<void> {
  const { id, task_status_id } = event.data;
  const to = columnsOfBatch.get(tx)?.get(task_status_id);
  if (!to || !isColumnChanged(event)) return;
  const people = await followersOf(tx, id);
  if (excludeItems(people, [event.actor?.id ?? 0]).length > 0)
    await notifyAboutTask(tx, event, event.data, [{ kind: "task.moved", people, values: { column: to.title } }]);
}

export const taskMovedConsumer = notifyingConsumer("task.moved", taskMoved, readForAll);
