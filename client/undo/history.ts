import { BehaviorSubject, Subject } from "rxjs";
import { OfflineError, ProblemError } from "../platform/problem-error";

/**
 * A change of one's own that can be taken back. `text` says what was done ("WEB-12 moved to Doing"). Taking it back is a
 * new change like any other, and answers the step that does it again; null where there was nothing to take back.
 */
export interface Step {
  text: string;
  undo(): Promise<Step | null>;
}

export interface History {
  /** Oldest first. */
  undo: readonly Step[];
  redo: readonly Step[];
  /** One at a time: the next leans on what this one leaves. */
  busy: boolean;
}

/** What is said about it; the toasts listen. */
export type UndoNews =
  /** `forgotten`: it was refused, so there is nothing to take back. */
  | { type: "offered" | "undone" | "redone" | "offline" | "forgotten"; step: Step }
  | { type: "refused"; step: Step; problem: ProblemError }
  | { type: "failed"; error: Error };

const longest = 50;
const nothing: History = { undo: [], redo: [], busy: false };

export const history$ = new BehaviorSubject<History>(nothing);
export const undoNews$ = new Subject<UndoNews>();

interface Remembering {
  /** The change leaves one's sight: a toast offers to take it back. */
  offer?: boolean;
}

/** Keeps a step; what was undone before can't be done again after it. Answers how to forget it (it was refused after all). */
export function remember(step: Step, { offer = false }: Remembering = {}): () => void {
  const { undo, busy } = history$.value;
  history$.next({ undo: [...undo, step].slice(-longest), redo: [], busy });
  if (offer) undoNews$.next({ type: "offered", step });
  return () => {
    drop(step);
    undoNews$.next({ type: "forgotten", step });
  };
}

/** The step of a change that is on its way. */
export interface PendingStep {
  step: Step;
  /** The answer is here: how the change is taken back; null where it was refused or has changed nothing. */
  land(landed: Step | null, remembering?: Remembering): void;
}

/**
 * A step for a change that hasn't been answered: asked to take it back, it waits for the answer and goes on from there.
 * `hurry`: somebody is waiting; what can still be stopped, may be.
 */
export function pendingStep(text: string, hurry: () => void = () => undefined): PendingStep {
  let answer: (landed: Step | null) => void = () => undefined;
  const answered = new Promise<Step | null>((resolve) => (answer = resolve));
  let wanted = false;
  const step: Step = {
    text,
    undo: async () => {
      wanted = true;
      hurry();
      return (await answered)?.undo() ?? null;
    },
  };
  const land = (landed: Step | null, { offer = false }: Remembering = {}): void => {
    answer(landed);
    if (wanted) return; // who is taking it back goes on with what landed
    if (!landed) return drop(step);
    if (replace(step, landed) && offer) undoNews$.next({ type: "offered", step: landed });
  };
  return { step, land };
}

/**
 * Keeps the step of a change as it is sent. Its place among the others is when it was made, not when the server answered:
 * who takes back in a hurry means what they did last. What is offered is offered once it has happened.
 */
export function rememberPending(text: string, hurry?: () => void): PendingStep["land"] {
  const { step, land } = pendingStep(text, hurry);
  remember(step);
  return land;
}

/** At sign-out: what the next person sees isn't theirs to take back. */
export function clearHistory(): void {
  generation += 1;
  history$.next(nothing);
}

export const undoLast = (): Promise<void> => turn("undo", history$.value.undo.at(-1));
export const redoLast = (): Promise<void> => turn("redo", history$.value.redo.at(-1));
/** From a toast: this one, whatever came after it. */
export const undoStep = (step: Step): Promise<void> => turn("undo", step);
export const redoStep = (step: Step): Promise<void> => turn("redo", step);

let generation = 0;
let queue: Promise<void> = Promise.resolve();
let waiting = 0;

/** Pressed five times quickly, five steps are taken back, one after the other. */
function turn(way: "undo" | "redo", step: Step | undefined): Promise<void> {
  const mine = generation;
  const last = step === history$.value[way].at(-1);
  waiting += 1;
  queue = queue.then(async () => {
    try {
      // By the time it is its turn, the one before has left: the last one is meant, whichever that is.
      const wanted = last ? history$.value[way].at(-1) : step;
      if (mine !== generation || !wanted || !history$.value[way].includes(wanted)) return;
      history$.next({ ...history$.value, busy: true });
      await take(way, wanted, mine);
    } finally {
      waiting -= 1;
      if (waiting === 0) history$.next({ ...history$.value, busy: false });
    }
  });
  return queue;
}

async function take(way: "undo" | "redo", step: Step, mine: number): Promise<void> {
  const other = way === "undo" ? "redo" : "undo";
  try {
    const inverse = await step.undo();
    if (mine !== generation) return;
    drop(step);
    if (!inverse) return; // it was refused, and that was said
    history$.next({ ...history$.value, [other]: [...history$.value[other], inverse].slice(-longest) });
    undoNews$.next({ type: way === "undo" ? "undone" : "redone", step: inverse });
  } catch (error) {
    if (mine !== generation) return;
    if (error instanceof OfflineError) return undoNews$.next({ type: "offline", step });
    drop(step); // it would be refused again
    if (error instanceof ProblemError) undoNews$.next({ type: "refused", step, problem: error });
    else undoNews$.next({ type: "failed", error: error as Error });
  }
}

function drop(step: Step): void {
  const { undo, redo, busy } = history$.value;
  if (!undo.includes(step) && !redo.includes(step)) return;
  history$.next({ undo: undo.filter((one) => one !== step), redo: redo.filter((one) => one !== step), busy });
}

/** Whether it was still there. */
function replace(step: Step, by: Step): boolean {
  const { undo, redo, busy } = history$.value;
  if (!undo.includes(step) && !redo.includes(step)) return false;
  const swap = (steps: readonly Step[]) => steps.map((one) => (one === step ? by : one));
  history$.next({ undo: swap(undo), redo: swap(redo), busy });
  return true;
}
