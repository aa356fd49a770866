import type { BoardColumn } from "../../../../shared/work/tasks/tasks.contract";
import { deleteTask } from "../../../../shared/work/tasks/tasks.contract";
import { call } from "../../../platform/api";
import { useText } from "../../../platform/intl/useText";
import { useSingleRun } from "../../../platform/single-run";
import { rememberStep } from "../../../undo/history";
import { tasksDeletionStep } from "../pending/task-deletion";
import { changeTasks } from "../pending/change-tasks";
import type { ArchivedTask } from "./useArchive";

export const archivedTaskRowKey = (id: number): string => `archived task ${id}`;

/** Restores tasks or moves them to the bin; both can be undone. */
export function useArchiveActions(onDone: (ids: readonly number[]) => void) {
  const text = useText();
  const [runOnce, busy] = useSingleRun();
  const run = (tasks: readonly ArchivedTask[], verb: "restore" | "remove", act: () => Promise<unknown>) => {
    const ids = tasks.map((task) => task.id);
    return runOnce([verb, ids], async () => {
      await act();
      onDone(ids);
    });
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
      return run(tasks, "restore", () =>
        changeTasks(changes, message, { offer: true, rows: tasks.map(({ id }) => archivedTaskRowKey(id)) }),
      );
    },
    // Deletes sequentially. The first refusal stops the run, and the remaining tasks are kept.
    remove: (tasks: readonly ArchivedTask[]) =>
      run(tasks, "remove", async () => {
        const deletedIds: number[] = [];
        try {
          for (const { id } of tasks) {
            await call(deleteTask, { params: { id } });
            deletedIds.push(id);
          }
        } finally {
          if (deletedIds.length > 0) rememberStep(tasksDeletionStep(deletedIds, text), { offer: true });
        }
      }),
  };
}
