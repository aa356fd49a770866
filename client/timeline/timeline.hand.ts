import { BehaviorSubject } from "rxjs";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import {
  asLongInWork,
  dragged,
  datesFor,
  type Grip,
  isOutside,
  type Span,
} from "../../shared/timeline/timeline.span.rules";
import type { ProjectFacts } from "./timeline.state";

/** What one holds: a bar, one of its ends, a task that gets its first dates, or an arrow on its way to another bar. */
export type Hold = Grip | "place" | "link";

export interface Hand {
  task: BoardTask;
  project: ProjectFacts;
  by: "pointer" | "keyboard";
  hold: Hold;
  /** Where it was when it was taken; null for what had no dates. */
  from: Span | null;
  /** Where it would land; null while it is nowhere yet. */
  span: Span | null;
  /** Beyond the project's dates: it would be refused. */
  outside: boolean;
  /** An arrow: where its head is, in days and pixels of the chart, and the task it would end at. */
  head: { day: number; y: number } | null;
  target: number | null;
}

/**
 * The one thing in one's hand. Events go on around it; what the server says about its dates is seen when it is let go.
 * It lives beside React, so that a drag draws one bar and not the chart.
 */
export class HandHolder {
  readonly hand$ = new BehaviorSubject<Hand | null>(null);

  /** `weekend`: what isn't work where the reader lives; what is carried over it keeps its working days. */
  constructor(private readonly weekend: () => readonly number[] = () => []) {}

  take(task: BoardTask, project: ProjectFacts, by: Hand["by"], hold: Hold, from: Span | null): void {
    this.hand$.next({ task, project, by, hold, from, span: from, outside: false, head: null, target: null });
  }

  /** So many days from where it was taken. */
  carry(days: number, grip?: Grip): void {
    const hand = this.hand$.value;
    if (!hand?.from) return;
    const hold = grip ?? hand.hold;
    if (hold === "place" || hold === "link") return;
    this.land({ ...hand, hold }, this.carried(hand.from, hold, days));
  }

  /** A step by the keyboard, from where it is now. */
  step(grip: Grip, days: number): void {
    const hand = this.hand$.value;
    if (hand?.span) this.land({ ...hand, hold: grip }, this.carried(hand.span, grip, days));
  }

  place(span: Span | null): void {
    const hand = this.hand$.value;
    if (hand) this.land(hand, span);
  }

  point(head: Hand["head"], target: number | null): void {
    const hand = this.hand$.value;
    if (hand && (hand.target !== target || hand.head?.day !== head?.day || hand.head?.y !== head?.y)) {
      this.hand$.next({ ...hand, head, target });
    }
  }

  /** Empty again. Answers what was in it. */
  release(): Hand | null {
    const hand = this.hand$.value;
    if (hand) this.hand$.next(null);
    return hand;
  }

  private carried(span: Span, grip: Grip, days: number): Span {
    const next = dragged(span, grip, days);
    return grip === "move" ? asLongInWork(next, span, this.weekend()) : next;
  }

  private land(hand: Hand, span: Span | null): void {
    if (hand.span?.from === span?.from && hand.span?.to === span?.to && hand === this.hand$.value) return;
    const outside = span !== null && isOutside(datesFor(hand.task, span), hand.project);
    this.hand$.next({ ...hand, span, outside });
  }
}
