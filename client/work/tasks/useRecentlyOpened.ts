import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { listProjects, type Project } from "../../../shared/work/projects/projects.contract";
import { type MyTask, maxTasksById, listTasksById } from "../../../shared/work/tasks/tasks.contract";
import { cacheMs, useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { useOpened } from "../projects/recently-opened";

export type RecentlyOpened = { kind: "task"; task: MyTask } | { kind: "board"; project: Project };

/**
 * The tasks and boards that the user last opened on this device, with current titles. Deleted, archived and hidden ones are omitted,
 * because the server returns only what the user may see.
 */
export function useRecentlyOpened(): { pending: boolean; items: RecentlyOpened[] } {
  const opened = useOpened();
  const mayList = useCan()("project-list");
  const ids = opened.flatMap(({ kind, id }) => (kind === "task" ? [id] : [])).slice(0, maxTasksById);
  const tasks = useEndpoint(
    listTasksById,
    { query: { ids } },
    { enabled: ids.length > 0, placeholderData: keepPreviousData, staleTime: cacheMs },
  );
  const projects = useEndpoint(listProjects, {}, { enabled: mayList, staleTime: cacheMs });
  const [foundTasks, foundProjects] = [tasks.data?.data, projects.data?.data];
  const items = useMemo(
    () =>
      opened.flatMap(({ kind, id }): RecentlyOpened[] => {
        if (kind === "task") {
          const task = foundTasks?.find((one) => one.id === id);
          return task ? [{ kind, task }] : [];
        }
        const project = foundProjects?.find((one) => one.id === id);
        return project && !project.archived ? [{ kind, project }] : [];
      }),
    [opened, foundTasks, foundProjects],
  );
  return { pending: (ids.length > 0 && tasks.isPending) || (mayList && projects.isPending), items };
}
