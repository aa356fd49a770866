import { useState } from "react";
import type { WorkTask } from "../../shared/my-work/my-work.contract";
import { reportFailure } from "../platform/failure";
import { changeTasks } from "../undo/change-tasks";

type Change = Partial<Pick<WorkTask, "task_status_id" | "due_date">>;

interface Wish {
  change: Change;
  /** The version it was saved as; null while it is on its way. */
  savedAs: number | null;
}

/** A row with what one has just changed laid over it, until the list says the same. */
export function useWorkRow(task: WorkTask) {
  const [wish, setWish] = useState<Wish | null>(null);
  const open = wish && (wish.savedAs === null || task.version < wish.savedAs) ? wish : null;
  const save = async (change: Change, text: string) => {
    setWish({ change, savedAs: null });
    try {
      const [saved] = await changeTasks([{ id: task.id, version: task.version, ...change }], text, { offer: true });
      setWish({ change, savedAs: saved?.version ?? 0 });
    } catch (error) {
      setWish(null);
      reportFailure(error as Error);
    }
  };
  return { shown: open ? { ...task, ...open.change } : task, saving: open?.savedAs === null, save };
}
