import { useState } from "react";
import type { ListedEntry } from "./useInboxList";

export interface Selection {
  /** Only ids still in the list: requests that other users have decided are dropped from the selection. */
  ids: ReadonlySet<number>;
  toggle: (id: number) => void;
  choose: (ids: readonly number[]) => void;
  clear: () => void;
}

export function useSelection(entries: readonly ListedEntry[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const ids = new Set(entries.flatMap(({ request: { id } }) => (chosen.has(id) ? [id] : [])));
  return {
    ids,
    toggle: (id) =>
      setChosen((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    choose: (ids) => setChosen((now) => new Set([...now, ...ids])),
    clear: () => setChosen(new Set()),
  };
}
