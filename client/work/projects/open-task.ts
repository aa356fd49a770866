import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { parseIdParam, useAddress } from "../../platform/address/useAddress";
import { paths } from "../../platform/paths";
import { taskLayout$ } from "./task-layout";

/** Parameter with the id of the project's field that gets the focus in the open task. */
export const fieldParam = "field";

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
          next.delete(fieldParam);
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
  /** Opens the task with the focus on a field of the project. */
  const showField = useCallback(
    (taskId: number, fieldId: number) => {
      const isOpen = new URLSearchParams(window.location.search).has("task");
      if (!isOpen && taskLayout$.value === "page")
        return void navigate(`${paths.task(taskId)}?${fieldParam}=${fieldId}`);
      setSearch(
        (now) => {
          now.set("task", String(taskId));
          now.set(fieldParam, String(fieldId));
          return now;
        },
        { replace: isOpen, preventScrollReset: true },
      );
    },
    [setSearch, navigate],
  );
  return { open, show, showField };
}
