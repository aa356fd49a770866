import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { type FilterChange, queryNames, readQuery, writeQuery } from "./board.query";

function onlyFilter(search: URLSearchParams): string {
  const own = Object.values(queryNames).map((name) => [name, search.get(name) ?? ""]);
  return new URLSearchParams(own).toString();
}

export function useBoardFilter() {
  const [search, setSearch] = useSearchParams();
  // Opening a task changes the address as well; the filter stays the same object then.
  const text = onlyFilter(search);
  const query = useMemo(() => readQuery(new URLSearchParams(text)), [text]);
  const change = useCallback(
    (wanted: FilterChange) => setSearch((now) => writeQuery(now, wanted), { replace: true, preventScrollReset: true }),
    [setSearch],
  );
  return { ...query, change };
}

/** The task whose panel is open over the board: `?task=12`. */
export function useOpenTask() {
  const [search, setSearch] = useSearchParams();
  const id = Number(search.get("task"));
  const open = Number.isSafeInteger(id) && id > 0 ? id : null;
  const show = useCallback(
    (taskId: number | null) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          if (taskId === null) next.delete("task");
          else next.set("task", String(taskId));
          return next;
        },
        {
          replace: taskId === null || new URLSearchParams(window.location.search).has("task"),
          preventScrollReset: true,
        },
      ),
    [setSearch],
  );
  return { open, show };
}
