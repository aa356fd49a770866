import { Suspense } from "react";
import { Navigate, useParams } from "react-router-dom";
import { lazyPart } from "../ui/states/chunks";
import { paths } from "../platform/paths";
import { BoardScreen } from "./board/BoardScreen";
import { ConnectedBoard } from "./board/ConnectedBoard";
import { ListSkeleton } from "./list/ListSkeleton";
import { idOf } from "../platform/address/path-id";
import { TaskLoading } from "./detail/TaskLoading";

/** Around the views of a project's tasks. */
export function ProjectTasks() {
  const projectId = idOf(useParams().id);
  if (projectId === null) return <Navigate to={paths.notFound} replace />;
  return <ConnectedBoard key={projectId} projectId={projectId} />;
}

export const BoardPage = BoardScreen;

// The board comes with its route; who opens it needn't wait for the others.
const LazyTaskPage = lazyPart(async () => (await import("./detail/TaskPage")).TaskPage);
const LazyArchivedTasksPage = lazyPart(async () => (await import("./archive/ArchivedTasksPage")).ArchivedTasksPage);

const LazyListPage = lazyPart(async () => (await import("./list/ListScreen")).ListScreen);

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
