import { lazy, Suspense } from "react";
import { TaskLoading } from "./TaskLoading";

export { BoardPage } from "./BoardPage";

// The board comes with its route; who opens it needn't wait for the others.
const LazyTaskPage = lazy(async () => ({ default: (await import("./TaskPage")).TaskPage }));
const LazyArchivedTasksPage = lazy(async () => ({ default: (await import("./ArchivedTasksPage")).ArchivedTasksPage }));

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
