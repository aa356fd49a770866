import { useEffect } from "react";
import { projectStream } from "../../../../shared/kernel/events";
import { liveClient } from "../../../platform/live/live";

export function usePublishOpenTask(projectId: number | undefined, taskId: number): void {
  useEffect(() => {
    if (projectId === undefined) return;
    const following = liveClient.follow(projectStream(projectId), { since: null });
    following.focus({ taskId, dragging: false, over: null });
    return () => {
      following.focus({ taskId: null, dragging: false, over: null });
      following.close();
    };
  }, [projectId, taskId]);
}
