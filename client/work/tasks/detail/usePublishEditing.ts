import { useEffect } from "react";
import { projectStream } from "../../../../shared/kernel/events";
import { liveClient } from "../../../platform/live/live";

export function usePublishEditing(projectId: number, taskId: number): void {
  useEffect(() => {
    const following = liveClient.follow(projectStream(projectId), { since: null });
    following.edit(taskId);
    return () => {
      following.edit(null);
      following.close();
    };
  }, [projectId, taskId]);
}
