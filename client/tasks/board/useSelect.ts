import { useMemo } from "react";
import { tasksIn } from "../../../shared/tasks/tasks.board";
import type { Visible } from "./state/board.visible";
import { useBoardScope } from "./state/useBoard";

export interface Select {
  /** One more or one less. */
  toggle(taskId: number): void;
  /** All from where the last one was picked to here, as the board shows them. */
  through(taskId: number): void;
  clear(): void;
  /** What is selected at this moment. */
  ids(): readonly number[];
}

/** Selecting cards: `visible` says what lies between two of them. */
export function useSelect(visible: Visible): Select {
  const { actor } = useBoardScope();
  return useMemo(() => {
    const now = () => actor.getSnapshot().context;
    const set = (ids: readonly number[], anchor: number | null) => actor.send({ type: "SELECT", ids, anchor });
    const toggle = (taskId: number) => {
      if (taskId < 0) return; // the server doesn't know it yet
      const { selected } = now();
      const ids = selected.includes(taskId) ? selected.filter((id) => id !== taskId) : [...selected, taskId];
      set(ids, taskId);
    };
    return {
      toggle,
      through: (taskId) => {
        const { selected, anchor, drawn } = now();
        const shown = drawn.columnIds.flatMap((id) => visible[id] ?? tasksIn(drawn, id)).filter((id) => id > 0);
        const [from, to] = [shown.indexOf(anchor ?? taskId), shown.indexOf(taskId)].sort((a, b) => a - b);
        if (anchor === null || from === undefined || from < 0) return toggle(taskId);
        set([...new Set([...selected, ...shown.slice(from, (to ?? from) + 1)])], anchor);
      },
      clear: () => set([], null),
      ids: () => now().selected,
    };
  }, [actor, visible]);
}
