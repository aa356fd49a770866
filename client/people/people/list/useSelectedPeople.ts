import { useMemo, useState } from "react";
import type { Employee } from "./useEmployees";

export interface SelectedPeople {
  people: readonly Employee[];
  ids: ReadonlySet<number>;
  toggle: (id: number) => void;
  toggleAll: () => void;
  clear: () => void;
}

const noIds: ReadonlySet<number> = new Set();

export function useSelectedPeople(rows: readonly Employee[]): SelectedPeople {
  const [chosen, setChosen] = useState(noIds);
  return useMemo(() => {
    const people = rows.filter(({ id }) => chosen.has(id));
    return {
      people,
      ids: new Set(people.map(({ id }) => id)),
      toggle: (id) =>
        setChosen((now) => {
          const next = new Set(now);
          if (!next.delete(id)) next.add(id);
          return next;
        }),
      toggleAll: () => setChosen(people.length === rows.length ? noIds : new Set(rows.map(({ id }) => id))),
      clear: () => setChosen(noIds),
    };
  }, [rows, chosen]);
}
