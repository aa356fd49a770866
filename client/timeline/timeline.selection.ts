import { BehaviorSubject } from "rxjs";

/** A bar with its note, or an arrow that can be taken away. */
export type Selected =
  | { kind: "task"; projectId: number; taskId: number; rowKey: string; byKeys: boolean }
  | { kind: "arrow"; projectId: number; blockerId: number; taskId: number }
  | null;

/** What is selected, and the tasks that a chain was asked for; beside React for the same reason as the hand. */
export class Selection {
  readonly selected$ = new BehaviorSubject<Selected>(null);
  readonly chain$ = new BehaviorSubject<ReadonlySet<number> | null>(null);

  select(selected: Selected): void {
    this.chain$.next(null);
    this.selected$.next(selected);
  }

  showChain(chain: ReadonlySet<number> | null): void {
    this.chain$.next(chain);
  }
}
