import type { TaskChange } from "../../shared/tasks/tasks.events";
import type { TaskChangeInput } from "../../shared/tasks/tasks.schema";
import { factNames, linkNames } from "./tasks.fields";
import type { Placed, Placing } from "./tasks.move";
import type { TaskRow } from "./tasks.policy";
import type { Before } from "./tasks.update";

/** One change that is asked for. `toEnd`: a column without neighbours moves it even within its own. */
export type ChangeInput = TaskChangeInput & { toEnd?: boolean };

/** Where a task stood: the tasks above and below. */
export interface Standing {
  id: number;
  columnId: number;
  rank: string;
  aboveId: number | null;
  belowId: number | null;
}

/** What became of a change. */
export interface Outcome {
  input: ChangeInput;
  /** As it was and as it is. */
  from: TaskRow;
  task: TaskRow;
  before: Before | null;
  change: TaskChange;
  placed: Placed | null;
  stood: Standing | null;
}

export interface ChangeOptions {
  /** One's own changes since the version that one saw are no conflict. */
  undoing?: boolean;
  /** Where they stood is asked for, so that it can be taken back. */
  withStanding?: boolean;
}

/** A change that is asked for, with what is known of its task. */
export interface Subject extends Outcome {
  at: number;
  placing: Placing | null;
  archives: boolean;
}

export const hasFields = (input: ChangeInput) =>
  [...factNames, ...linkNames].some((field) => input[field] !== undefined);
