import { Store } from "../../../../platform/store";
import type { FailedEdit } from "./useEditTask";

export type FailedEdits = Readonly<Record<number, FailedEdit>>;

/** Refused edits by task, so that typed values aren't lost. */
export class FailedEditStore {
  readonly edits$ = new Store<FailedEdits>({});

  keep(taskId: number, edit: FailedEdit): void {
    this.edits$.set({ ...this.edits$.value, [taskId]: edit });
  }

  forget(taskId: number): void {
    const { [taskId]: removedEdit, ...rest } = this.edits$.value;
    if (removedEdit) this.edits$.set(rest);
  }
}
