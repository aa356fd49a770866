import { useMemo } from "react";
import { assignableProjectUsers } from "../../../shared/projects/assignable.contract";
import { listTags } from "../../../shared/projects/projects.contract";
import type { TaskDetail } from "../../../shared/tasks/task-detail.contract";
import { useEndpoint } from "../../platform/query";

/** People, groups and tags that a task of the project can have, with those it has already. */
export function useTaskChoices(task: TaskDetail) {
  const people = useEndpoint(assignableProjectUsers, { params: { projectId: task.project_id } }).data?.data;
  const tags = useEndpoint(listTags, { query: { project_id: task.project_id } }).data?.data;
  return {
    users: useMerged(people?.users, task.users),
    groups: useMerged(people?.groups, task.groups),
    tags: useMerged(tags, task.tags),
  };
}

/** The same list as long as neither changes: what is drawn by it isn't drawn again. */
function useMerged<T extends { id: number }>(all: readonly T[] | undefined, own: readonly T[]): T[] {
  return useMemo(() => {
    const known = all ?? [];
    return [...known, ...own.filter((one) => !known.some((other) => other.id === one.id))];
  }, [all, own]);
}
