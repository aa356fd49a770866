import { useEffect, useMemo } from "react";
import { taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import type { VisibleCards } from "../state/board.visible";
import { useBoardScope } from "../state/useBoard";

export interface CardSelection {
  toggle(taskId: number): void;
  /** Selects the range from the anchor to this card in displayed order. */
  through(taskId: number): void;
  clear(): void;
  ids(): readonly number[];
}

/** Cards that a filter hides are no longer selected, so that no action changes what the user doesn't see. */
export function useCardSelection(visible: VisibleCards): CardSelection {
  const { actor } = useBoardScope();
  useEffect(() => {
    const { selected, anchor } = actor.getSnapshot().context;
    const visibleIds = new Set(Object.values(visible).flat());
    const ids = selected.filter((id) => visibleIds.has(id));
    if (ids.length < selected.length) actor.send({ type: "SELECT", ids, anchor });
  }, [actor, visible]);
  return useMemo(() => {
    const now = () => actor.getSnapshot().context;
    const set = (ids: readonly number[], anchor: number | null) => actor.send({ type: "SELECT", ids, anchor });
    const toggle = (taskId: number) => {
      if (taskId < 0) return; // the task has no server id yet
      const { selected } = now();
      const ids = selected.includes(taskId) ? selected.filter((id) => id !== taskId) : [...selected, taskId];
      set(ids, taskId);
    };
    return {
      toggle,
      through: (taskId) => {
        const { selected, anchor, drawn } = now();
        const visibleIds = drawn.columnIds
          .flatMap((id) => visible[id] ?? taskIdsInColumn(drawn, id))
          .filter((id) => id > 0);
        const [from, to] = [visibleIds.indexOf(anchor ?? taskId), visibleIds.indexOf(taskId)].sort((a, b) => a - b);
        if (anchor === null || from === undefined || from < 0) return toggle(taskId);
        set([...new Set([...selected, ...visibleIds.slice(from, (to ?? from) + 1)])], anchor);
      },
      clear: () => set([], null),
      ids: () => now().selected,
    };
  }, [actor, visible]);
}
