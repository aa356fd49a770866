import { skip } from "rxjs";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { live } from "../platform/live/live";
import { ProblemError } from "../platform/problem-error";

/** Why something that was wanted isn't so. */
export interface Refusal {
  task: BoardTask;
  message: string;
}

/** The network failed: tried again after this. */
export const retryMs = 4_000;

/** A field's own text says more than "some fields are wrong". */
export function messageOf(error: Error): string {
  return error instanceof ProblemError ? (Object.values(error.errors)[0]?.[0] ?? error.message) : error.message;
}

/** Until the connection is back, or for a while where nobody knows of it. */
export function lineOrLater(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, retryMs);
    const status = live.status$.pipe(skip(1)).subscribe((state) => state === "live" && done());
    function done() {
      clearTimeout(timer);
      status.unsubscribe();
      resolve();
    }
  });
}
