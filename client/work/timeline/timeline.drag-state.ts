import { Store } from "../../platform/store";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import {
  keepWorkingDays,
  dragSpan,
  dateChangesFor,
  type DragGrip,
  isOutsideBounds,
  type TimelineSpan,
} from "../../../shared/work/timeline/timeline.span.rules";
import type { ProjectDetails } from "./timeline.state";

export type DragKind = DragGrip | "place" | "link";

/** A dragged task with its span before the drag and its span after a drop. */
export interface DraggedTask {
  task: BoardTask;
  project: ProjectDetails;
  from: TimelineSpan;
  span: TimelineSpan;
}

export interface DragState {
  task: BoardTask;
  project: ProjectDetails;
  others: readonly DraggedTask[];
  by: "pointer" | "keyboard";
  hold: DragKind;
  /** Span before the drag; null for an undated task. */
  from: TimelineSpan | null;
  /** Span after a drop; null while off the axis. */
  span: TimelineSpan | null;
  /** True if outside the project's dates, so that a drop would be refused. */
  outside: boolean;
  /** Position of a dragged arrow's head in days and pixels; `target` is the task it points to. */
  head: { day: number; y: number } | null;
  target: number | null;
}

/**
 * Holds the current drag. Events are still applied, but the dragged dates are resolved on drop. Kept outside React state, so that a drag
 * re-renders one bar instead of the chart.
 */
export class DragController {
  readonly hand$ = new Store<DragState | null>(null);

  /** `weekend`: days off of the user's tenant; a moved bar keeps its working days. */
  constructor(private readonly weekend: () => readonly number[] = () => []) {}

  take(
    task: BoardTask,
    project: ProjectDetails,
    by: DragState["by"],
    hold: DragKind,
    from: TimelineSpan | null,
    others: readonly DraggedTask[] = [],
  ): void {
    this.hand$.set({ task, project, others, by, hold, from, span: from, outside: false, head: null, target: null });
  }

  carry(days: number, grip?: DragGrip): void {
    const hand = this.hand$.value;
    if (!hand?.from) return;
    const hold = grip ?? hand.hold;
    if (hold === "place" || hold === "link") return;
    const others = hand.others.map((one) => ({ ...one, span: this.carried(one.from, hold, days) }));
    this.land({ ...hand, others, hold }, this.carried(hand.from, hold, days));
  }

  /** Moves by days relative to the current position, for keyboard steps. */
  step(grip: DragGrip, days: number): void {
    const hand = this.hand$.value;
    if (!hand?.span) return;
    const others = hand.others.map((one) => ({ ...one, span: this.carried(one.span, grip, days) }));
    this.land({ ...hand, others, hold: grip }, this.carried(hand.span, grip, days));
  }

  place(span: TimelineSpan | null): void {
    const hand = this.hand$.value;
    if (hand) this.land(hand, span);
  }

  point(head: DragState["head"], target: number | null): void {
    const hand = this.hand$.value;
    if (hand && (hand.target !== target || hand.head?.day !== head?.day || hand.head?.y !== head?.y)) {
      this.hand$.set({ ...hand, head, target });
    }
  }

  release(): DragState | null {
    const hand = this.hand$.value;
    if (hand) this.hand$.set(null);
    return hand;
  }

  private carried(span: TimelineSpan, grip: DragGrip, days: number): TimelineSpan {
    const next = dragSpan(span, grip, days);
    return grip === "move" ? keepWorkingDays(next, span, this.weekend()) : next;
  }

  private land(hand: DragState, span: TimelineSpan | null): void {
    if (hand.span?.from === span?.from && hand.span?.to === span?.to && hand === this.hand$.value) return;
    const outside =
      span !== null &&
      [{ task: hand.task, project: hand.project, span }, ...hand.others].some((one) =>
        isOutsideBounds(dateChangesFor(one.task, one.span), one.project),
      );
    this.hand$.set({ ...hand, span, outside });
  }
}

/** Span of a task after the drop if it is being dragged, alone or with others; null for all other tasks. */
export function draggedSpanOf(hand: DragState | null, taskId: number): TimelineSpan | null {
  if (!hand || hand.hold === "link") return null;
  if (hand.task.id === taskId) return hand.span;
  return hand.others.find(({ task }) => task.id === taskId)?.span ?? null;
}
