import { useCallback, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../../platform/paths";
import { taskLayout$ } from "../../platform/task-layout";
import { useAddress } from "../../platform/address/useAddress";
import { type FilterChange, queryNames, readQuery, writeQuery } from "../board/state/board.query";

function onlyFilter(search: URLSearchParams): string {
  const own = Object.values(queryNames).map((name) => [name, search.get(name) ?? ""]);
  return new URLSearchParams(own).toString();
}

export function useBoardFilter() {
  const [search, setSearch] = useAddress();
  // Opening a task changes the address as well; the filter stays the same object then.
  const text = onlyFilter(search);
  const query = useMemo(() => readQuery(new URLSearchParams(text)), [text]);
  const change = useCallback(
    (wanted: FilterChange) => setSearch((now) => writeQuery(now, wanted), { replace: true, preventScrollReset: true }),
    [setSearch],
  );
  return { ...query, change };
}

/**
 * The task whose panel is open over the board: `?task=12`. Who has chosen pages instead goes to one; a panel that is open
 * all the same is told to show another task.
 */
export function useOpenTask() {
  const [search, setSearch] = useAddress();
  const navigate = useNavigate();
  const id = Number(search.get("task"));
  const open = Number.isSafeInteger(id) && id > 0 ? id : null;
  const show = useCallback(
    (taskId: number | null) => {
      const isOpen = new URLSearchParams(window.location.search).has("task");
      if (taskId !== null && !isOpen && taskLayout$.value === "page") return void navigate(paths.task(taskId));
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          next.delete("comment");
          if (taskId === null) next.delete("task");
          else next.set("task", String(taskId));
          return next;
        },
        { replace: taskId === null || isOpen, preventScrollReset: true },
      );
    },
    [setSearch, navigate],
  );
  return { open, show };
}
