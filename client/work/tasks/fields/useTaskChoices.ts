import { useMemo } from "react";
import { assignableProjectUsers } from "../../../../shared/work/projects/assignable.contract";
import { listTags } from "../../../../shared/work/projects/projects.contract";
import type { TaskDetail } from "../../../../shared/work/tasks/task-detail.contract";
import { useEndpoint } from "../../../platform/query";

/** Users, groups and tags available in the project, plus those the task already has. */
export function useTaskChoices(task: TaskDetail) {
  const peopleQuery = useEndpoint(assignableProjectUsers, { params: { projectId: task.project_id } });
  const tagsQuery = useEndpoint(listTags, { query: { project_id: task.project_id } });
  const people = peopleQuery.data?.data;
  return {
    users: useMerged(people?.users, task.users),
    groups: useMerged(people?.groups, task.groups),
    tags: useMerged(tagsQuery.data?.data, task.tags),
    reads: { people: [peopleQuery], tags: [tagsQuery] },
  };
}

/** Memoized so that dependent components don't re-render. */
function useMerged<T extends { id: number }>(all: readonly T[] | undefined, own: readonly T[]): T[] {
  return useMemo(() => {
    const choices = all ?? [];
    return [...choices, ...own.filter((one) => !choices.some((other) => other.id === one.id))];
  }, [all, own]);
}
