import { useEffect } from "react";
import { listProjectFigure, readProjectAnalytics } from "../../shared/analytics/project-analytics.contract";
import { projectStream } from "../../shared/kernel/events";
import { live } from "../platform/live/live";
import { keyOf, queryClient } from "../platform/query";

/** Follows a project whose figures are shown (undefined: not read yet); `live-queries.ts` knows what makes them old. */
export function useFollowProject(id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    const again = () => {
      for (const endpoint of [readProjectAnalytics, listProjectFigure])
        void queryClient.invalidateQueries({ queryKey: keyOf(endpoint, { id }) });
    };
    const following = live.follow(projectStream(id), {
      since: null,
      onReset: (now) => {
        again();
        return Promise.resolve(now);
      },
      onJoined: again,
      onRevoked: again,
    });
    return () => following.close();
  }, [id]);
}
