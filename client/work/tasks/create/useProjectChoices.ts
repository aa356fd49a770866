import { assignableProjectUsers } from "../../../../shared/work/projects/assignable.contract";
import { listTags } from "../../../../shared/work/projects/projects.contract";
import { readBoard } from "../../../../shared/work/tasks/tasks.contract";
import { useEndpoint } from "../../../platform/query";
import { newTaskColumn } from "../state/new-task-column";

const none: never[] = [];

interface ChoicesQuery {
  error: Error | null;
  isLoadingError: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** The failure of lists of which nothing is loaded, for `ErrorState`. */
function failureOf(queries: readonly ChoicesQuery[]) {
  const failedQueries = queries.filter(({ isLoadingError }) => isLoadingError);
  const error = failedQueries[0]?.error;
  if (!error) return null;
  return {
    error,
    retrying: failedQueries.some(({ isFetching }) => isFetching),
    onRetry: () => {
      for (const query of failedQueries) void query.refetch();
    },
  };
}

/** People and tags that a title of the project can name. */
export function useTitleChoices(projectId: number | undefined) {
  const id = projectId ?? 0;
  const options = { enabled: projectId !== undefined, staleTime: 60_000 };
  const people = useEndpoint(assignableProjectUsers, { params: { projectId: id } }, options);
  const tags = useEndpoint(listTags, { query: { project_id: id } }, options);
  return {
    people: people.data?.data.users ?? none,
    tags: tags.data?.data ?? none,
    queries: [people, tags] as const,
    isLoading: people.isLoading || tags.isLoading,
  };
}

/** Columns, people and tags that a task of the project can have. */
export function useProjectChoices(projectId: number | undefined) {
  const options = { enabled: projectId !== undefined, staleTime: 60_000 };
  const board = useEndpoint(readBoard, { params: { id: projectId ?? 0 }, query: {} }, options);
  const { isLoading, queries, ...choices } = useTitleChoices(projectId);
  const columns = board.data?.data ?? none;
  const columnsById = Object.fromEntries(columns.map((column) => [column.id, column]));
  return {
    ...choices,
    columns,
    fields: board.data?.fields ?? none,
    defaultColumnId: newTaskColumn({ columnIds: columns.map((column) => column.id), columns: columnsById }),
    failed: board.error !== null,
    failure: failureOf([board, ...queries]),
    isLoading: board.isLoading || isLoading,
  };
}
