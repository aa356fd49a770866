import { useCallback } from "react";
import { useCurrentUser } from "../../platform/session";

/** Whether the user may log time on the tasks of a project. */
export function useMayLogTime(): (projectId: number) => boolean {
  const { project_permissions: all } = useCurrentUser();
  return useCallback(
    (projectId) =>
      all.some(({ project_id: id, permissions }) => id === projectId && permissions.includes("time-entry-create")),
    [all],
  );
}
