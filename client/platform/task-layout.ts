import { BehaviorSubject } from "rxjs";
import { rememberOnAccount } from "./settings";
import { readStored, storedKeys, writeStored } from "./stored";
import { paths } from "./paths";

/** Two layouts of one thing: over its board, which stays alive beside it, or as a page of its own. */
export const taskLayouts = ["panel", "page"] as const;
export type TaskLayout = (typeof taskLayouts)[number];

export const isTaskLayout = (value: unknown): value is TaskLayout => taskLayouts.includes(value as TaskLayout);

const stored = readStored(storedKeys.taskLayout);

/** Which of them this person opens. */
export const taskLayout$ = new BehaviorSubject<TaskLayout>(isTaskLayout(stored) ? stored : "panel");
taskLayout$.subscribe((layout) => writeStored(storedKeys.taskLayout, layout));

export function chooseTaskLayout(layout: TaskLayout): void {
  taskLayout$.next(layout);
  rememberOnAccount({ task_layout: layout });
}

/** A task that a link leads to; with the project where that is known, which saves a look-up on the way. */
export interface LinkedTask {
  id: number;
  projectId?: number;
  /** One comment of it. */
  comment?: number;
}

/** The one place that decides where a link to a task leads. */
export function pathOfTask(layout: TaskLayout, { id, projectId, comment }: LinkedTask): string {
  const search = comment === undefined ? "" : `comment=${comment}`;
  if (layout === "panel" && projectId !== undefined) {
    return `${paths.taskOnBoard(projectId, id)}${search && `&${search}`}`;
  }
  return `${layout === "panel" ? paths.taskPanel(id) : paths.task(id)}${search && `?${search}`}`;
}

/** The task that an address written by the server names, whichever layout it says. */
export function taskOfPath(path: string): LinkedTask | null {
  const match =
    /^\/(?:project\/tasks-details(?:-new)?|t)\/([1-9]\d{0,14})(?:\?(?:.*&)?comment=([1-9]\d{0,14})\b.*)?$/.exec(path);
  if (!match) return null;
  return { id: Number(match[1]), ...(match[2] ? { comment: Number(match[2]) } : {}) };
}
