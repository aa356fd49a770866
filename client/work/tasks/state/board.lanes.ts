import {
  fieldOfKey,
  isProjectFieldKey,
  type ProjectFieldKey,
  projectFieldIdOf,
} from "../../../../shared/work/fields/field-keys";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import type { FieldKind } from "../../../../shared/work/fields/fields.schema";
import { type Board, taskById } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { priorities } from "../../../../shared/work/tasks/tasks.fields";
import type { TaskChangeInput } from "../../../../shared/work/tasks/tasks.schema";
import { groupFieldOf, noValueKey, orderValueKeys, valueKeyOf, valueOfKey } from "./field-groups";
import type { VisibleCards } from "./board.visible";

export const laneKinds = ["assignee", "priority", "tag"] as const;
/** Lanes can also be the values of a project's field. */
export type LaneKind = (typeof laneKinds)[number] | ProjectFieldKey;

export function laneKindOf(value: string | null, fields: readonly ProjectField[]): LaneKind | null {
  return groupFieldOf(value, fields) ?? laneKinds.find((kind) => kind === value) ?? null;
}

export const noLaneKey = noValueKey;

export interface Lane {
  key: string;
  visible: VisibleCards;
  count: number;
}

/**
 * A card with several assignees or tags is in the lane of the first. In several lanes, dragging and keyboard navigation would be ambiguous.
 */
export function laneOf(task: BoardTask, kind: LaneKind): string {
  if (isProjectFieldKey(kind)) return valueKeyOf(task, kind);
  if (kind === "priority") return task.priority;
  const [first] = kind === "assignee" ? task.user_ids : task.tag_ids;
  return first === undefined ? noLaneKey : String(first);
}

/** Lanes with cards, and possible drop targets: all priorities, users and tags of the board. */
export function lanesOf(
  board: Board,
  visible: VisibleCards,
  kind: LaneKind,
  compare: (a: string, b: string) => number,
): Lane[] {
  const lanes = new Map<string, Record<number, number[]>>();
  const keys = isProjectFieldKey(kind)
    ? orderValueKeys(board, kind, valueKeysOf(board, visible, kind), compare)
    : keysOf(board, kind, compare);
  for (const key of keys) lanes.set(key, {});
  for (const columnId of board.columnIds) {
    for (const id of visible[columnId] ?? []) {
      const task = taskById(board, id);
      if (!task) continue;
      const key = laneOf(task, kind);
      const lane = lanes.get(key) ?? lanes.get(noLaneKey) ?? {};
      (lane[columnId] ??= []).push(id);
    }
  }
  return keys.map((key) => {
    const own = lanes.get(key) ?? {};
    return { key, visible: own, count: Object.values(own).reduce((sum, ids) => sum + ids.length, 0) };
  });
}

function valueKeysOf(board: Board, visible: VisibleCards, field: ProjectFieldKey): ReadonlySet<string> {
  const ids = board.columnIds.flatMap((columnId) => visible[columnId] ?? []);
  return new Set(ids.flatMap((id) => taskById(board, id) ?? []).map((task) => valueKeyOf(task, field)));
}

function keysOf(
  board: Board,
  kind: Exclude<LaneKind, ProjectFieldKey>,
  compare: (a: string, b: string) => number,
): string[] {
  if (kind === "priority") return [...priorities];
  const namedKeys: { id: number; name: string }[] =
    kind === "assignee"
      ? Object.values(board.users).map(({ id, fullname }) => ({ id, name: fullname }))
      : Object.values(board.tags);
  return [...namedKeys.sort((a, b) => compare(a.name, b.name)).map(({ id }) => String(id)), noLaneKey];
}

export interface LaneMove {
  kind: LaneKind;
  from: string;
  to: string;
  /** The kind of the field whose values are the lanes, when the card was over the lane. */
  fieldKind?: FieldKind;
}

export function withFieldKindOfLane(move: LaneMove, { fields }: Pick<Board, "fields">): LaneMove {
  const field = fieldOfKey(fields, move.kind);
  return field ? { ...move, fieldKind: field.kind } : move;
}

export function taskChangeForLane(
  task: BoardTask,
  { kind, to, fieldKind }: LaneMove,
): Pick<TaskChangeInput, "priority" | "users" | "tags" | "field_values" | "field_kinds"> {
  const from = laneOf(task, kind);
  if (from === to) return {};
  const fieldId = projectFieldIdOf(kind);
  if (fieldId !== null) {
    return { field_values: { [fieldId]: valueOfKey(to) }, ...(fieldKind && { field_kinds: { [fieldId]: fieldKind } }) };
  }
  if (kind === "priority") return { priority: to as BoardTask["priority"] };
  const ids = kind === "assignee" ? task.user_ids : task.tag_ids;
  // The ids are sorted, and the first one determines the lane. Smaller ids would put the card into another lane than where it was dropped.
  const rest = ids.filter((id) => String(id) !== from && id > Number(to));
  const next = to === noLaneKey ? [] : [Number(to), ...rest];
  return kind === "assignee" ? { users: next } : { tags: next };
}
