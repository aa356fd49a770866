import { useEffect } from "react";
import { projectStream } from "../../../../shared/kernel/events";
import { archivedTasks } from "../../../../shared/work/tasks/tasks.contract";
import { queryKeyOf, refetch } from "../../../platform/query";
import { liveClient } from "../../../platform/live/live";

export function useProjectFollowing(projectId: number): void {
  useEffect(() => {
    const following = liveClient.follow(projectStream(projectId), {
      since: null,
      onJoined: () => void refetch(queryKeyOf(archivedTasks, { id: projectId })),
    });
    return () => following.close();
  }, [projectId]);
}
