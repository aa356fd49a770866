import { useCallback, useMemo, useState } from "react";
import type { Listing } from "./list.listing";

export interface ListSelection {
  ids: ReadonlySet<number>;
  anchor: string | null;
  toggle(id: number, key: string): void;
  mark(ids: readonly number[], on: boolean, anchor?: string): void;
  only(ids: readonly number[], anchor: string): void;
  clear(): void;
}

/** Tasks that a filter hides, or that leave the board, are no longer selected, so that no action changes what the user doesn't see. */
export function useListSelection({ groups }: Pick<Listing, "groups">): ListSelection {
  const [{ ids, anchor }, set] = useState<{ ids: ReadonlySet<number>; anchor: string | null }>(nothing);
  const listedIds = useMemo(() => new Set(groups.flatMap((group) => group.ids)), [groups]);
  if ([...ids].some((id) => !listedIds.has(id)))
    set((now) => ({ ...now, ids: new Set([...now.ids].filter((id) => listedIds.has(id))) }));
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
