import { type Board, taskOf } from "../../../../shared/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import { priorities } from "../../../../shared/tasks/tasks.fields";
import type { TaskChangeInput } from "../../../../shared/tasks/tasks.schema";
import type { Visible } from "./board.visible";

export const laneKinds = ["assignee", "priority", "tag"] as const;
export type LaneKind = (typeof laneKinds)[number];

/** From the address; anything else is no lanes. */
export function laneKindOf(value: string | null): LaneKind | null {
  return laneKinds.find((kind) => kind === value) ?? null;
}

/** What a lane stands for: a priority, or the id of a person or tag; "none" for who has none. */
export const noLane = "none";

export interface Lane {
  key: string;
  /** The cards of each column in it. */
  visible: Visible;
  count: number;
}

/**
 * A card stands in one lane, though it may have several people or tags: that of the first of them. In the hand it could
 * not be in two places, and the keys could not go from the one to the other.
 */
export function laneOf(task: BoardTask, kind: LaneKind): string {
  if (kind === "priority") return task.priority;
  const [first] = kind === "assignee" ? task.user_ids : task.tag_ids;
  return first === undefined ? noLane : String(first);
}

/** The lanes that have cards, and those one may want to drag into: all priorities, people and tags of the board. */
export function lanesOf(
  board: Board,
  visible: Visible,
  kind: LaneKind,
  compare: (a: string, b: string) => number,
): Lane[] {
  const lanes = new Map<string, Record<number, number[]>>();
  const keys = keysOf(board, kind, compare);
  for (const key of keys) lanes.set(key, {});
  for (const columnId of board.columnIds) {
    for (const id of visible[columnId] ?? []) {
      const task = taskOf(board, id);
      if (!task) continue;
      const key = laneOf(task, kind);
      const lane = lanes.get(key) ?? lanes.get(noLane) ?? {};
      (lane[columnId] ??= []).push(id);
    }
  }
  return keys.map((key) => {
    const own = lanes.get(key) ?? {};
    return { key, visible: own, count: Object.values(own).reduce((sum, ids) => sum + ids.length, 0) };
  });
}

function keysOf(board: Board, kind: LaneKind, compare: (a: string, b: string) => number): string[] {
  if (kind === "priority") return [...priorities];
  const named: { id: number; name: string }[] =
    kind === "assignee"
      ? Object.values(board.users).map(({ id, fullname }) => ({ id, name: fullname }))
      : Object.values(board.tags);
  return [...named.sort((a, b) => compare(a.name, b.name)).map(({ id }) => String(id)), noLane];
}

/** From one lane into another. */
export interface LaneStep {
  kind: LaneKind;
  from: string;
  to: string;
}

/** What changes on a card that goes into another lane: there it stands for the new person or tag, not for the old one. */
export function laneEdit(
  task: BoardTask,
  { kind, to }: LaneStep,
): Pick<TaskChangeInput, "priority" | "users" | "tags"> {
  const from = laneOf(task, kind);
  if (from === to) return {};
  if (kind === "priority") return { priority: to as BoardTask["priority"] };
  const ids = kind === "assignee" ? task.user_ids : task.tag_ids;
  const rest = ids.filter((id) => String(id) !== from);
  const next = to === noLane ? [] : [...rest.filter((id) => String(id) !== to), Number(to)];
  return kind === "assignee" ? { users: next } : { tags: next };
}
