import { Suspense } from "react";
import { Navigate, useParams } from "react-router-dom";
import { lazyScreenPart } from "../../ui/states/chunks";
import { paths } from "../../platform/paths";
import { BoardScreen } from "./board/BoardScreen";
import { ConnectedBoard } from "./ConnectedBoard";
import { ListSkeleton } from "./list/ListSkeleton";
import { TaskLoading } from "./detail/TaskLoading";
import { parseIdParam } from "../../platform/address/useAddress";

export function ProjectTasks() {
  const projectId = parseIdParam(useParams().id);
  if (projectId === null) return <Navigate to={paths.notFound} replace />;
  return <ConnectedBoard key={projectId} projectId={projectId} />;
}

export const BoardPage = BoardScreen;

// The board is part of the route's chunk; other views are loaded separately.
const LazyTaskPage = lazyScreenPart(async () => (await import("./detail/TaskPage")).TaskPage);
const LazyArchivedTasksPage = lazyScreenPart(
  async () => (await import("./archive/ArchivedTasksPage")).ArchivedTasksPage,
);

const LazyListPage = lazyScreenPart(async () => (await import("./list/ListScreen")).ListScreen);

export function TaskListPage() {
  return (
    <Suspense fallback={<ListSkeleton />}>
      <LazyListPage />
    </Suspense>
  );
}

export function TaskPage() {
  return (
    <Suspense fallback={<TaskLoading />}>
      <LazyTaskPage />
    </Suspense>
  );
}

export function ArchivedTasksPage() {
  return (
    <Suspense>
      <LazyArchivedTasksPage />
    </Suspense>
  );
}
