import { useEffect } from "react";
import { projectStream } from "../../../shared/kernel/events";
import { live } from "../../platform/live/live";

/** Following a project's stream keeps every cached answer about it true, see `live-queries.ts`. */
export function useProjectFollowing(projectId: number): void {
  useEffect(() => {
    const following = live.follow(projectStream(projectId), {
      since: null,
      onReset: (revision) => Promise.resolve(revision),
    });
    return () => following.close();
  }, [projectId]);
}
