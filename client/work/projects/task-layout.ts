import { Store, useStore } from "../../platform/store";
import { rememberOnAccount } from "../../platform/settings";
import { readStored, writeStored } from "../../platform/browser-storage";
import { paths } from "../../platform/paths";

/** Layouts of a task: a panel over its board, which stays live, or a full page. */
export const taskLayouts = ["panel", "page"] as const;
export type TaskLayout = (typeof taskLayouts)[number];

export const isTaskLayout = (value: unknown): value is TaskLayout => taskLayouts.includes(value as TaskLayout);

const key = "portal.task-layout";
const stored = readStored(key);

export const taskLayout$ = new Store<TaskLayout>(isTaskLayout(stored) ? stored : "panel");
taskLayout$.subscribe((layout) => writeStored(key, layout));

export function chooseTaskLayout(layout: TaskLayout): void {
  taskLayout$.set(layout);
  rememberOnAccount({ task_layout: layout });
}

export interface LinkedTask {
  id: number;
  projectId?: number;
  comment?: number;
}

export function taskPathFor(layout: TaskLayout, { id, projectId, comment }: LinkedTask): string {
  const search = comment === undefined ? "" : `comment=${comment}`;
  if (layout === "panel" && projectId !== undefined) {
    return `${paths.taskOnBoard(projectId, id)}${search && `&${search}`}`;
  }
  return `${layout === "panel" ? paths.taskPanel(id) : paths.task(id)}${search && `?${search}`}`;
}

export function useTaskPath(): (task: LinkedTask) => string {
  const layout = useStore(taskLayout$);
  return (task) => taskPathFor(layout, task);
}

/** Parses the task from a server-generated path of any layout. */
export function parseTaskPath(path: string): LinkedTask | null {
  const match =
    /^\/(?:project\/tasks-details(?:-new)?|t)\/([1-9]\d{0,14})(?:\?(?:.*&)?comment=([1-9]\d{0,14})\b.*)?$/.exec(path);
  if (!match) return null;
  return { id: Number(match[1]), ...(match[2] ? { comment: Number(match[2]) } : {}) };
}
