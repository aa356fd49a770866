import type { Actor } from "../../platform/session";
import type { TaskChange } from "../../../shared/work/tasks/tasks.events";
import type { TaskChangeInput } from "../../../shared/work/tasks/tasks.schema";
import { storedFieldNames, linkNames } from "./tasks.fields";
import type { PlacedTask, Placement } from "./tasks.move";
import type { TaskRow } from "../access/tasks.policy";
import type { TaskBeforeChange } from "./tasks.update";

/**
 * A requested change. With `toEnd`, a target column without neighbors moves the task to the column's end, even if the task is already in
 * that column. `by` is the user who makes the change, if changes of several users share a transaction.
 */
export type ChangeInput = TaskChangeInput & { toEnd?: boolean; by?: Actor };

export interface TaskPosition {
  id: number;
  columnId: number;
  rank: string;
  aboveId: number | null;
  belowId: number | null;
}

export interface ChangeOutcome {
  input: ChangeInput;
  from: TaskRow;
  task: TaskRow;
  before: TaskBeforeChange | null;
  change: TaskChange;
  placed: PlacedTask | null;
  stood: TaskPosition | null;
}

export interface ChangeOptions {
  /** Set for undo: the actor's own changes since `version` aren't conflicts. */
  undoing?: boolean;
  /** Whether to return the former positions as well, for undo. */
  withStanding?: boolean;
}

export interface ChangeSubject extends ChangeOutcome {
  at: number;
  placing: Placement | null;
  archives: boolean;
}

export const hasFields = (input: ChangeInput) =>
  input.field_values !== undefined || [...storedFieldNames, ...linkNames].some((field) => input[field] !== undefined);
