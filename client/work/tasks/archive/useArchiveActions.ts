import type { BoardColumn } from "../../../../shared/work/tasks/tasks.contract";
import { deleteTask } from "../../../../shared/work/tasks/tasks.contract";
import { call } from "../../../platform/api";
import { useText } from "../../../platform/intl/useText";
import { useSingleRun } from "../../../platform/single-run";
import { rememberStep } from "../../../undo/history";
import { tasksDeletionStep } from "../pending/task-deletion";
import { changeTasks } from "../pending/change-tasks";
import { deleteTasksInOrder } from "./delete-archived";
import type { ArchivedTask } from "./useArchive";

export const archivedTaskRowKey = (id: number): string => `archived task ${id}`;

/** Restores tasks or moves them to the bin; both can be undone. */
export function useArchiveActions(onDone: (ids: readonly number[]) => void) {
  const text = useText();
  const [runOnce, busy] = useSingleRun();
  const run = (
    tasks: readonly ArchivedTask[],
    verb: "restore" | "remove",
    act: (ids: number[]) => Promise<unknown>,
  ) => {
    const ids = tasks.map((task) => task.id);
    return runOnce([verb, ids], () => act(ids));
  };
  return {
    busy,
    restore: (tasks: readonly ArchivedTask[], column: Pick<BoardColumn, "id" | "title">) => {
      const [first] = tasks;
      const message =
        tasks.length === 1
          ? text("archive.restored", { key: first?.key, column: column.title })
          : text("archive.restoredMany", { count: tasks.length, column: column.title });
      const changes = tasks.map(({ id }) => ({ id, archived: false, task_status_id: column.id }));
      return run(tasks, "restore", async (ids) => {
        await changeTasks(changes, message, { offer: true, rows: ids.map(archivedTaskRowKey) });
        onDone(ids);
      });
    },
    // After a partial failure only the remaining tasks stay chosen, because deleting the others again would be refused.
    remove: (tasks: readonly ArchivedTask[]) =>
      run(tasks, "remove", async (ids) => {
        const { deletedIds, error } = await deleteTasksInOrder(ids, (id) => call(deleteTask, { params: { id } }));
        if (deletedIds.length > 0) rememberStep(tasksDeletionStep(deletedIds, text), { offer: true });
        if (deletedIds.length > 0 || !error) onDone(deletedIds);
        if (error) throw error;
      }),
  };
}
