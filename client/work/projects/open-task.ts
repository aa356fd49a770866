import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { parseIdParam, useAddress } from "../../platform/address/useAddress";
import { paths } from "../../platform/paths";
import { taskLayout$ } from "./task-layout";

/**
 * The task open over the screen: `?task=12`, on every screen with the menu. Users who prefer pages are sent to the page, but an already open
 * panel switches to the other task.
 */
export function useOpenTask() {
  const [search, setSearch] = useAddress();
  const navigate = useNavigate();
  const open = parseIdParam(search.get("task") ?? "");
  const show = useCallback(
    (taskId: number | null, comment?: number) => {
      const isOpen = new URLSearchParams(window.location.search).has("task");
      if (taskId !== null && !isOpen && taskLayout$.value === "page") return void navigate(paths.task(taskId));
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          next.delete("comment");
          if (taskId === null) next.delete("task");
          else next.set("task", String(taskId));
          if (comment !== undefined) next.set("comment", String(comment));
          return next;
        },
        { replace: taskId === null || isOpen, preventScrollReset: true },
      );
    },
    [setSearch, navigate],
  );
  return { open, show };
}
