import { Store } from "../../platform/store";

export type SelectedItem =
  | { kind: "task"; projectId: number; taskId: number; rowKey: string; byKeys: boolean }
  | { kind: "arrow"; projectId: number; blockerId: number; taskId: number }
  | null;

/** Current selection and highlighted dependency chain, kept outside React state like the drag. */
export class TimelineSelection {
  readonly selected$ = new Store<SelectedItem>(null);
  readonly chain$ = new Store<ReadonlySet<number> | null>(null);

  /** Bars that move together: project id by task id. */
  readonly together$ = new Store<ReadonlyMap<number, number>>(new Map());

  select(selected: SelectedItem): void {
    this.chain$.set(null);
    if (this.together$.value.size > 0) this.together$.set(new Map());
    this.selected$.set(selected);
  }

  /** Adds a bar to the bars that move together, or removes it. Returns the number of these bars. */
  toggleTogether(projectId: number, taskId: number): number {
    const together = new Map(this.together$.value);
    if (!together.delete(taskId)) together.set(taskId, projectId);
    this.selected$.set(null);
    this.together$.set(together);
    return together.size;
  }

  showChain(chain: ReadonlySet<number> | null): void {
    this.chain$.set(chain);
  }
}
