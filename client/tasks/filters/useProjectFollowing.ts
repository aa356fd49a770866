import { useEffect } from "react";
import { projectStream } from "../../../shared/kernel/events";
import { archivedTasks } from "../../../shared/tasks/tasks.contract";
import { keyOf, queryClient } from "../../platform/query";
import { live } from "../../platform/live/live";

/** Following a project's stream keeps its archive true, see `live-queries.ts`. */
export function useProjectFollowing(projectId: number): void {
  useEffect(() => {
    const following = live.follow(projectStream(projectId), {
      since: null,
      onReset: (revision) => Promise.resolve(revision),
      onJoined: () => void queryClient.invalidateQueries({ queryKey: keyOf(archivedTasks, { id: projectId }) }),
    });
    return () => following.close();
  }, [projectId]);
}
