import { useMemo } from "react";
import { listProjects, type Project } from "../../../../shared/work/projects/projects.contract";
import { readStored } from "../../../platform/browser-storage";
import { cacheMs, useEndpoint } from "../../../platform/query";
import { recentProjectIds } from "../../projects/recent-projects";
import { useCreatableProjectIds } from "./new-task";

export const lastProjectKey = "portal.new-task-project";

/** Projects in which the user may create tasks, last used first. */
export function useCreatableProjects(): { projects: readonly Project[]; isLoading: boolean } {
  const ids = useCreatableProjectIds();
  const { data, isLoading } = useEndpoint(listProjects, {}, { staleTime: cacheMs });
  const projects = useMemo(() => {
    const recent = [Number(readStored(lastProjectKey)), ...recentProjectIds()];
    const rank = (id: number) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
    return (data?.data ?? [])
      .filter(({ id, archived }) => !archived && ids.has(id))
      .toSorted((a, b) => rank(a.id) - rank(b.id));
  }, [data, ids]);
  return { projects, isLoading };
}
