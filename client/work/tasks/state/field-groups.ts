import {
  fieldOfKey,
  isProjectFieldKey,
  type ProjectFieldKey,
  projectFieldIdOf,
  projectFieldKey,
} from "../../../../shared/work/fields/field-keys";
import type { FieldValue } from "../../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import type { FieldKind } from "../../../../shared/work/fields/fields.schema";
import type { Board } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";

/** Kinds of fields by which tasks are grouped in the list and in lanes of the board: a task has one of few values. */
const groupedKinds: readonly FieldKind[] = ["choice", "flag", "person"];

/** Keys of the fields by which tasks can be grouped. */
export const groupFieldKeysOf = (fields: readonly ProjectField[]): ProjectFieldKey[] =>
  fields.filter(({ kind }) => groupedKinds.includes(kind)).map(({ id }) => projectFieldKey(id));

/** Key of the group of tasks without a value. */
export const noValueKey = "none";

/** Key of a task's group. */
export function valueKeyOf(task: BoardTask, field: ProjectFieldKey): string {
  const value = task.field_values[projectFieldIdOf(field) ?? 0];
  return value === undefined ? noValueKey : String(value);
}

export function valueOfKey(key: string): FieldValue | null {
  if (key === noValueKey) return null;
  return key === "true" || key === "false" ? key === "true" : Number(key);
}

/**
 * Keys of the values in their order, that of tasks without a value last. Deleted options and people who have left the project are included
 * only if a task has them.
 */
export function orderValueKeys(
  board: Pick<Board, "fields" | "users">,
  fieldKey: ProjectFieldKey,
  presentKeys: ReadonlySet<string>,
  compare: (a: string, b: string) => number,
): string[] {
  const field = fieldOfKey(board.fields, fieldKey);
  const keys = field ? choosableKeysOf(field, board.users, compare) : [];
  const otherKeys = [...presentKeys].filter((key) => key !== noValueKey && !keys.includes(key));
  return [...keys, ...otherKeys.sort((a, b) => Number(a) - Number(b)), noValueKey];
}

function choosableKeysOf(
  { kind, options }: ProjectField,
  users: Board["users"],
  compare: (a: string, b: string) => number,
): string[] {
  if (kind === "flag") return ["true", "false"];
  if (kind === "choice") return options.filter(({ deleted }) => !deleted).map(({ id }) => String(id));
  return Object.values(users)
    .sort((a, b) => compare(a.fullname, b.fullname))
    .map(({ id }) => String(id));
}

/** The values of a new task in a group; null if the value can't be chosen any more. */
export function groupFieldValues(
  board: Pick<Board, "fields" | "users">,
  fieldKey: ProjectFieldKey,
  value: FieldValue | null,
): Record<string, FieldValue> | null {
  if (value === null) return {};
  const field = fieldOfKey(board.fields, fieldKey);
  if (!field || !choosableKeysOf(field, board.users, () => 0).includes(String(value))) return null;
  return { [field.id]: value };
}

/** The grouping of an address; null for a field by which tasks can't be grouped. */
export const groupFieldOf = (name: string | null, fields: readonly ProjectField[]): ProjectFieldKey | null =>
  name !== null && isProjectFieldKey(name) && groupFieldKeysOf(fields).includes(name) ? name : null;
