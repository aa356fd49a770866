import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { listProjects } from "../../../shared/work/projects/projects.contract";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { openedIds, recordOpened, useOpened } from "./recently-opened";

const maxShown = 3;

export const recentProjectIds = (): number[] => openedIds("board");

export function useRecentProjects() {
  const { pathname } = useLocation();
  const openId = Number(/^\/projects\/(\d+)\//.exec(pathname)?.[1] ?? 0);
  useEffect(() => {
    if (openId) recordOpened({ kind: "board", id: openId });
  }, [openId]);

  const recent = useOpened().flatMap(({ kind, id }) => (kind === "board" ? [id] : []));
  const may = useCan()("project-list");
  const { data } = useEndpoint(listProjects, {}, { enabled: may, staleTime: 30 * 60_000 });
  const projects = (data?.data ?? []).filter((project) => !project.archived);
  const rank = (id: number) => {
    const position = recent.indexOf(id);
    return position < 0 ? recent.length : position;
  };
  return projects.toSorted((a, b) => rank(a.id) - rank(b.id)).slice(0, maxShown);
}
