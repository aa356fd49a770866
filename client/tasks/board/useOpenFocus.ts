import { useEffect } from "react";
import { projectStream } from "../../../shared/kernel/events";
import { live as connection } from "../../platform/live/live";

/** The others see on their board who has it open, where no board of one's own says so. */
export function useOpenFocus(projectId: number | undefined, taskId: number): void {
  useEffect(() => {
    if (projectId === undefined) return;
    const following = connection.follow(projectStream(projectId), {
      since: null,
      onReset: (revision) => Promise.resolve(revision),
    });
    following.focus({ taskId, dragging: false, over: null });
    return () => {
      following.focus({ taskId: null, dragging: false, over: null });
      following.close();
    };
  }, [projectId, taskId]);
}
