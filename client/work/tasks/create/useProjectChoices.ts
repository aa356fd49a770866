import { assignableProjectUsers } from "../../../../shared/work/projects/assignable.contract";
import { listTags } from "../../../../shared/work/projects/projects.contract";
import { readBoard } from "../../../../shared/work/tasks/tasks.contract";
import { useEndpoint } from "../../../platform/query";
import { newTaskColumn } from "../state/new-task-column";

const none: never[] = [];

/** People and tags that a title of the project can name. */
export function useTitleChoices(projectId: number | undefined) {
  const id = projectId ?? 0;
  const options = { enabled: projectId !== undefined, staleTime: 60_000 };
  const people = useEndpoint(assignableProjectUsers, { params: { projectId: id } }, options);
  const tags = useEndpoint(listTags, { query: { project_id: id } }, options);
  return {
    people: people.data?.data.users ?? none,
    tags: tags.data?.data ?? none,
    isLoading: people.isLoading || tags.isLoading,
  };
}

/** Columns, people and tags that a task of the project can have. */
export function useProjectChoices(projectId: number | undefined) {
  const options = { enabled: projectId !== undefined, staleTime: 60_000 };
  const board = useEndpoint(readBoard, { params: { id: projectId ?? 0 }, query: {} }, options);
  const { isLoading, ...choices } = useTitleChoices(projectId);
  const columns = board.data?.data ?? none;
  const columnsById = Object.fromEntries(columns.map((column) => [column.id, column]));
  return {
    ...choices,
    columns,
    fields: board.data?.fields ?? none,
    defaultColumnId: newTaskColumn({ columnIds: columns.map((column) => column.id), columns: columnsById }),
    failed: board.error !== null,
    isLoading: board.isLoading || isLoading,
  };
}
