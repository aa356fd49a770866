import { BehaviorSubject } from "rxjs";
import type { FailedEdit } from "./useEditTask";

export type FailedEdits = Readonly<Record<number, FailedEdit>>;

/** Edits that were refused, by task. What was typed isn't lost with them. */
export class FailedEditStore {
  readonly edits$ = new BehaviorSubject<FailedEdits>({});

  keep(taskId: number, edit: FailedEdit): void {
    this.edits$.next({ ...this.edits$.value, [taskId]: edit });
  }

  forget(taskId: number): void {
    const { [taskId]: gone, ...rest } = this.edits$.value;
    if (gone) this.edits$.next(rest);
  }
}
