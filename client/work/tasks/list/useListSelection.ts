import { useCallback, useMemo, useState } from "react";
import { taskById } from "../../../../shared/work/tasks/tasks.board";
import { useBoard, useBoardScope } from "../state/useBoard";

export interface ListSelection {
  ids: ReadonlySet<number>;
  anchor: string | null;
  toggle(id: number, key: string): void;
  mark(ids: readonly number[], on: boolean, anchor?: string): void;
  only(ids: readonly number[], anchor: string): void;
  clear(): void;
}

export function useListSelection(): ListSelection {
  const { actor } = useBoardScope();
  const [{ ids, anchor }, set] = useState<{ ids: ReadonlySet<number>; anchor: string | null }>(nothing);
  const hasGone = useBoard(({ drawn }) => ids.size > 0 && [...ids].some((id) => !taskById(drawn, id)));
  if (hasGone) {
    const { drawn } = actor.getSnapshot().context;
    set((now) => ({ ...now, ids: new Set([...now.ids].filter((id) => taskById(drawn, id))) }));
  }
  const mark = useCallback(
    (some: readonly number[], on: boolean, from?: string) =>
      set((now) => {
        const next = new Set(now.ids);
        for (const id of some) {
          if (on) next.add(id);
          else next.delete(id);
        }
        return { ids: next, anchor: from ?? now.anchor };
      }),
    [],
  );
  const toggle = useCallback(
    (id: number, key: string) =>
      set((now) => {
        const next = new Set(now.ids);
        if (!next.delete(id)) next.add(id);
        return { ids: next, anchor: key };
      }),
    [],
  );
  const only = useCallback((some: readonly number[], from: string) => set({ ids: new Set(some), anchor: from }), []);
  const clear = useCallback(() => set(nothing), []);
  return useMemo(() => ({ ids, anchor, toggle, mark, only, clear }), [ids, anchor, toggle, mark, only, clear]);
}

const nothing = { ids: new Set<number>(), anchor: null };
