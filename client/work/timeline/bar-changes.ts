import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { ProblemError } from "../../platform/problem-error";
import { changeTasks } from "../tasks/pending/change-tasks";
import type { RequestedChange } from "./timeline.state";

export interface RefusedBar {
  task: BoardTask;
  message: string;
}

/** Treats several changes as one: they are sent, undone and refused together. `words` describes them in the undo history. */
export function sendBarChanges(
  changes: readonly RequestedChange[],
  words: string,
  onRefused: (refusal: RefusedBar) => void,
): void {
  const inputs = changes.map(({ task: { id, version }, change: { blocker_ids: blockers, ...dates } }) => ({
    id,
    version,
    ...dates,
    ...(blockers ? { blockers } : {}),
  }));
  changeTasks(inputs, words, { offer: true }).catch((error: Error) => {
    const { task } = changes[refusedIndex(error)] ?? (changes[0] as RequestedChange);
    onRefused({ task, message: errorMessageOf(error) });
  });
}

function errorMessageOf(error: Error): string {
  return error instanceof ProblemError ? (Object.values(error.errors)[0]?.[0] ?? error.message) : error.message;
}

/** Index of the refused change among several: its errors are named `changes.<index>.<field>`. */
function refusedIndex(error: Error): number {
  const [field] = error instanceof ProblemError ? Object.keys(error.errors) : [];
  return Number(/^changes\.(\d+)/.exec(field ?? "")?.[1] ?? 0);
}
