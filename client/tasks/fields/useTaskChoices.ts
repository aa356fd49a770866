import { assignableProjectUsers } from "../../../shared/projects/assignable.contract";
import { listTags } from "../../../shared/projects/projects.contract";
import type { TaskDetail } from "../../../shared/tasks/task-detail.contract";
import { useEndpoint } from "../../platform/query";

/** People, groups and tags that a task of the project can have, with those it has already. */
export function useTaskChoices(task: TaskDetail) {
  const people = useEndpoint(assignableProjectUsers, { params: { projectId: task.project_id } }).data?.data;
  const tags = useEndpoint(listTags, { query: { project_id: task.project_id } }).data?.data;
  return {
    users: merged(people?.users, task.users),
    groups: merged(people?.groups, task.groups),
    tags: merged(tags, task.tags),
  };
}

function merged<T extends { id: number }>(all: readonly T[] | undefined, own: readonly T[]): T[] {
  const known = all ?? [];
  return [...known, ...own.filter((one) => !known.some((other) => other.id === one.id))];
}
