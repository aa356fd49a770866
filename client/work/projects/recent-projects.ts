import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { listProjects, type Project } from "../../../shared/work/projects/projects.contract";
import { compareNames } from "../../platform/intl/useNameOf";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { projectCodes$ } from "../../ui/text-editor/task-keys";
import { openedIds, recordOpened, useOpened } from "./recently-opened";

const maxShown = 5;
const none: readonly Project[] = [];

export const recentProjectIds = (): number[] => openedIds("board");

function useVisibleProjects(): readonly Project[] {
  const may = useCan()("project-list");
  const { data } = useEndpoint(listProjects, {}, { enabled: may, staleTime: 30 * 60_000 });
  return data?.data ?? none;
}

/** Null if the user may not see the project. */
export const useProjectTitle = (id: number | null): string | null =>
  useVisibleProjects().find((project) => project.id === id)?.title ?? null;

interface RecentProjects {
  projects: readonly Project[];
  /** The project opened last. */
  latest: Project | undefined;
  /** Id of the project whose screen is open; 0 if none. */
  openId: number;
}

/** The projects opened last, latest first, filled with others. */
export function latestProjects<P extends Pick<Project, "id" | "archived">>(
  all: readonly P[],
  boardIds: readonly number[],
) {
  const rank = ({ id }: P) => (boardIds.includes(id) ? boardIds.indexOf(id) : boardIds.length);
  return all
    .filter(({ archived }) => !archived)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, maxShown);
}

/**
 * The projects opened last, by title: opening one of them doesn't move the others. The main menu, which is on every screen, also provides
 * the codes of the projects for links in texts.
 */
export function useRecentProjects(): RecentProjects {
  const { pathname } = useLocation();
  const openId = Number(/^\/projects\/(\d+)\//.exec(pathname)?.[1] ?? 0);
  useEffect(() => {
    if (openId) recordOpened({ kind: "board", id: openId });
  }, [openId]);

  const projects = useVisibleProjects();
  useEffect(() => projectCodes$.set(new Set(projects.map(({ code }) => code))), [projects]);
  const openedBoards = useOpened().flatMap(({ kind, id }) => (kind === "board" ? [id] : []));
  const latest = latestProjects(projects, openedBoards);
  return { projects: latest.toSorted((a, b) => compareNames(a.title, b.title)), latest: latest[0], openId };
}
