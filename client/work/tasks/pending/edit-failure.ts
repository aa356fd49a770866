import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import type { ProblemError } from "../../../platform/problem-error";
import { firstNameOf } from "../../../ui/signs/people";

/** Why the server refused an edit of one task. */
export interface EditFailure {
  message: string;
  /** True if another user's change came first; it can be overwritten. */
  stale: boolean;
  /** First name of the other user, if known. */
  by: string | null;
  /** The task with the other user's change, if it is on a board. */
  present: BoardTask | undefined;
}

export function editFailureOf({ code, message, errors, by, record }: ProblemError): EditFailure {
  const stale = code === "task.stale";
  return {
    message: Object.values(errors)[0]?.[0] ?? message,
    stale,
    by: stale && by ? firstNameOf(by.fullname) : null,
    present: stale ? (record as BoardTask[] | null)?.[0] : undefined,
  };
}
