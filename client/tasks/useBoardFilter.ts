import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import {
  type BoardSort,
  boardSorts,
  type DueFilter,
  dueFilters,
  type TaskFilter,
} from "../../shared/tasks/tasks.filter.rules";
import { type Priority, priorities } from "../../shared/tasks/tasks.schema";

/** The filter row lives in the address: a link shows what one sees. Names are those of the board's call. */
export interface BoardQuery {
  filter: TaskFilter;
  sort: BoardSort;
}

const names = { text: "q", users: "u", tags: "tag_id", priorities: "priority", due: "due", sort: "sort" } as const;

const listOf = (text: string | null) => (text ?? "").split(",").filter(Boolean);
const idsOf = (text: string | null) =>
  listOf(text)
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id >= 0);
const oneOf = <T extends string>(values: readonly T[], text: string | null): T | null =>
  values.includes(text as T) ? (text as T) : null;

export function readQuery(search: URLSearchParams): BoardQuery {
  return {
    filter: {
      text: search.get(names.text) ?? "",
      users: idsOf(search.get(names.users)),
      tags: idsOf(search.get(names.tags)),
      priorities: listOf(search.get(names.priorities)).filter((one): one is Priority =>
        priorities.includes(one as Priority),
      ),
      due: oneOf<DueFilter>(dueFilters, search.get(names.due)),
    },
    sort: oneOf<BoardSort>(boardSorts, search.get(names.sort)) ?? "rank",
  };
}

export type FilterChange = Partial<TaskFilter> & { sort?: BoardSort };

/** Empty values leave the address; everything else in it stays. */
export function writeQuery(search: URLSearchParams, change: FilterChange): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [field, value] of Object.entries(change)) {
    const name = names[field as keyof typeof names];
    const text = Array.isArray(value) ? value.join(",") : value === "rank" ? "" : (value ?? "");
    if (text === "") next.delete(name);
    else next.set(name, String(text));
  }
  return next;
}

function onlyFilter(search: URLSearchParams): string {
  const own = Object.values(names).map((name) => [name, search.get(name) ?? ""]);
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
