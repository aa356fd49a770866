import type { SavedView } from "../../../shared/work/views/views.contract";
import { viewQueryOf } from "../../../shared/work/views/views.rules";
import {
  type layoutsAcrossProjects,
  type TaskViewLayout,
  taskViewLayouts,
} from "../../../shared/work/views/views.schema";
import { paths } from "../../platform/paths";

export const viewParam = "view";

/** Screens across projects. */
const pathsAcross: Partial<Record<TaskViewLayout, string>> & Record<(typeof layoutsAcrossProjects)[number], string> = {
  list: paths.myWork,
  timeline: paths.timeline,
};

const projectPaths: Record<TaskViewLayout, (projectId: number) => string> = {
  board: paths.board,
  list: paths.taskList,
  timeline: paths.projectTimeline,
  calendar: paths.projectCalendar,
};

export function pathOfView({ project, layout }: Pick<SavedView, "project" | "layout">): string {
  if (project) return projectPaths[layout](project.id);
  return pathsAcross[layout] ?? paths.myWork;
}

/** Layout of a project's screen, or of one across projects, at a path; null for other screens. */
export function layoutAt(pathname: string, projectId: number | null): TaskViewLayout | null {
  const isAt = (layout: TaskViewLayout) =>
    (projectId === null ? pathsAcross[layout] : projectPaths[layout](projectId)) === pathname;
  return taskViewLayouts.find(isAt) ?? null;
}

/** Returns a view's URL parameters, including its id. */
export function searchOfView({ id, query }: Pick<SavedView, "id" | "query">): string {
  const search = new URLSearchParams(query);
  search.set(viewParam, String(id));
  return search.toString();
}

/** URL for sharing that contains only the view's id, so that it opens the current version of the view. */
export const linkOfView = (view: SavedView): string =>
  new URL(`${pathOfView(view)}?${viewParam}=${view.id}`, window.location.origin).href;

/** Replaces the view-related URL parameters with those of a view. An open task stays open. */
export function withViewQuery(search: URLSearchParams, query: string): URLSearchParams {
  const own = new Set(new URLSearchParams(viewQueryOf(search)).keys());
  return new URLSearchParams([...[...search].filter(([name]) => !own.has(name)), ...new URLSearchParams(query)]);
}
