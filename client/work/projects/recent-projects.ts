import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { listProjects, type Project } from "../../../shared/work/projects/projects.contract";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { openedIds, recordOpened, useOpened } from "./recently-opened";

const maxShown = 3;

export const recentProjectIds = (): number[] => openedIds("board");

function useVisibleProjects(): readonly Project[] {
  const may = useCan()("project-list");
  const { data } = useEndpoint(listProjects, {}, { enabled: may, staleTime: 30 * 60_000 });
  return data?.data ?? [];
}

/** Null if the user may not see the project. */
export const useProjectTitle = (id: number | null): string | null =>
  useVisibleProjects().find((project) => project.id === id)?.title ?? null;

export function useRecentProjects() {
  const { pathname } = useLocation();
  const openId = Number(/^\/projects\/(\d+)\//.exec(pathname)?.[1] ?? 0);
  useEffect(() => {
    if (openId) recordOpened({ kind: "board", id: openId });
  }, [openId]);

  const recent = useOpened().flatMap(({ kind, id }) => (kind === "board" ? [id] : []));
  const projects = useVisibleProjects().filter((project) => !project.archived);
  const rank = (id: number) => {
    const position = recent.indexOf(id);
    return position < 0 ? recent.length : position;
  };
  return projects.toSorted((a, b) => rank(a.id) - rank(b.id)).slice(0, maxShown);
}
