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
  readonly drag$ = new Store<DragState | null>(null);

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
    this.drag$.set({ task, project, others, by, hold, from, span: from, outside: false, head: null, target: null });
  }

  carry(days: number, grip?: DragGrip): void {
    const drag = this.drag$.value;
    if (!drag?.from) return;
    const hold = grip ?? drag.hold;
    if (hold === "place" || hold === "link") return;
    const others = drag.others.map((one) => ({ ...one, span: this.carried(one.from, hold, days) }));
    this.land({ ...drag, others, hold }, this.carried(drag.from, hold, days));
  }

  /** Moves by days relative to the current position, for keyboard steps. */
  step(grip: DragGrip, days: number): void {
    const drag = this.drag$.value;
    if (!drag?.span) return;
    const others = drag.others.map((one) => ({ ...one, span: this.carried(one.span, grip, days) }));
    this.land({ ...drag, others, hold: grip }, this.carried(drag.span, grip, days));
  }

  place(span: TimelineSpan | null): void {
    const drag = this.drag$.value;
    if (drag) this.land(drag, span);
  }

  point(head: DragState["head"], target: number | null): void {
    const drag = this.drag$.value;
    if (drag && (drag.target !== target || drag.head?.day !== head?.day || drag.head?.y !== head?.y)) {
      this.drag$.set({ ...drag, head, target });
    }
  }

  release(): DragState | null {
    const drag = this.drag$.value;
    if (drag) this.drag$.set(null);
    return drag;
  }

  private carried(span: TimelineSpan, grip: DragGrip, days: number): TimelineSpan {
    const next = dragSpan(span, grip, days);
    return grip === "move" ? keepWorkingDays(next, span, this.weekend()) : next;
  }

  private land(hand: DragState, span: TimelineSpan | null): void {
    if (hand.span?.from === span?.from && hand.span?.to === span?.to && hand === this.drag$.value) return;
    const outside =
      span !== null &&
      [{ task: hand.task, project: hand.project, span }, ...hand.others].some((one) =>
        isOutsideBounds(dateChangesFor(one.task, one.span), one.project),
      );
    this.drag$.set({ ...hand, span, outside });
  }
}

/** Span of a task after the drop if it is being dragged, alone or with others; null for all other tasks. */
export function draggedSpanOf(drag: DragState | null, taskId: number): TimelineSpan | null {
  if (!drag || drag.hold === "link") return null;
  if (drag.task.id === taskId) return drag.span;
  return drag.others.find(({ task }) => task.id === taskId)?.span ?? null;
}
