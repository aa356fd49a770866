import { useState } from "react";
import type { WorkTask } from "../../shared/my-work/my-work.contract";
import { reportFailure } from "../platform/failure";
import { changeTasks } from "../undo/change-tasks";

type Change = Partial<Pick<WorkTask, "task_status_id" | "due_date">>;

interface PendingChange {
  change: Change;
  /** The version it was saved as; null while it is on its way. */
  savedAs: number | null;
}

/** A row with what one has just changed laid over it, until the list says the same. */
export function useWorkRow(task: WorkTask) {
  const [pending, setPending] = useState<PendingChange | null>(null);
  const open = pending && (pending.savedAs === null || task.version < pending.savedAs) ? pending : null;
  const save = async (change: Change, text: string) => {
    setPending({ change, savedAs: null });
    try {
      const [saved] = await changeTasks([{ id: task.id, version: task.version, ...change }], text, { offer: true });
      setPending({ change, savedAs: saved?.version ?? 0 });
    } catch (error) {
      setPending(null);
      reportFailure(error as Error);
    }
  };
  return { shown: open ? { ...task, ...open.change } : task, saving: open?.savedAs === null, save };
}
