import { useEffect } from "react";
import { listProjectFigure, readProjectAnalytics } from "../../../shared/insights/analytics/project-analytics.contract";
import { projectStream } from "../../../shared/kernel/events";
import { liveClient } from "../../platform/live/live";
import { queryKeyOf, refetch } from "../../platform/query";

/** Refetches a project's figures on the events listed in `analytics.live.ts`. `id` is undefined until the project is loaded. */
export function useFollowProject(id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    const again = () => {
      void refetch(queryKeyOf(readProjectAnalytics, { id }), queryKeyOf(listProjectFigure, { id }));
    };
    const following = liveClient.follow(projectStream(id), {
      since: null,
      onJoined: again,
      onRevoked: again,
    });
    return () => following.close();
  }, [id]);
}
