import { Store, Emitter } from "../platform/store";
import type { ToastAction } from "../ui/toast/toast";
import { OfflineError, ProblemError } from "../platform/problem-error";

/**
 * A change of the user that can be undone. `text` describes it ("WEB-12 moved to Doing"). `undo` is a change like any other and returns the
 * step that redoes it; null if there was nothing to undo.
 */
export interface UndoStep {
  text: string;
  undo(): Promise<UndoStep | null>;
  /** Another action that its toast offers, such as opening what was created. */
  link?: ToastAction;
  /** Rows that this step decided, which offer Undo until the given time (ms since 1970). */
  rows?: { keys: readonly string[]; until: number };
}

export interface UndoHistory {
  undo: readonly UndoStep[];
  redo: readonly UndoStep[];
  /** True during an undo or redo; they run sequentially, because each builds on the previous result. */
  busy: boolean;
}

export type UndoNotice =
  /** `forgotten`: the change was rejected, so there is nothing to undo. */
  | { type: "offered" | "undone" | "redone" | "offline" | "forgotten"; step: UndoStep }
  | { type: "refused"; step: UndoStep; problem: ProblemError }
  | { type: "failed"; error: Error };

const maxSteps = 50;
const nothing: UndoHistory = { undo: [], redo: [], busy: false };

export const history$ = new Store<UndoHistory>(nothing);
export const undoNotices$ = new Emitter<UndoNotice>();

interface RememberOptions {
  /** True if the change isn't visible on the screen; a toast then offers to undo it. */
  offer?: boolean;
}

/** Adds a step and clears the redo stack. Returns the function that removes the step if the change is rejected. */
export function rememberStep(step: UndoStep, { offer = false }: RememberOptions = {}): () => void {
  const { undo, busy } = history$.value;
  history$.set({ undo: [...undo, step].slice(-maxSteps), redo: [], busy });
  if (offer) undoNotices$.emit({ type: "offered", step });
  return () => {
    drop(step);
    undoNotices$.emit({ type: "forgotten", step });
  };
}

export interface PendingStep {
  step: UndoStep;
  /** Called after the response with the step that undoes the change, or null if it was rejected or changed nothing. */
  land(landed: UndoStep | null, remembering?: RememberOptions): void;
}

/**
 * A step for a change whose response is pending; its undo waits for the response. `hurry` is called when an undo is waiting, and may cancel
 * what hasn't been sent.
 */
export function pendingStep(text: string, hurry: () => void = () => undefined): PendingStep {
  let answer: (landed: UndoStep | null) => void = () => undefined;
  const answered = new Promise<UndoStep | null>((resolve) => (answer = resolve));
  let isUndoRequested = false;
  const step: UndoStep = {
    text,
    undo: async () => {
      isUndoRequested = true;
      hurry();
      return (await answered)?.undo() ?? null;
    },
  };
  const land = (landed: UndoStep | null, { offer = false }: RememberOptions = {}): void => {
    answer(landed);
    if (isUndoRequested) return; // a waiting undo continues with the landed step
    if (!landed) return drop(step);
    if (replace(step, landed) && offer) undoNotices$.emit({ type: "offered", step: landed });
  };
  return { step, land };
}

/**
 * Adds a step when the change is sent, so that the history is in the order of the user's actions rather than of the responses. The undo
 * toast appears after the response.
 */
export function rememberPending(text: string, hurry?: () => void): PendingStep["land"] {
  const { step, land } = pendingStep(text, hurry);
  rememberStep(step);
  return land;
}

/** Called at sign-out, so that the next user can't undo another user's changes. */
export function clearHistory(): void {
  generation += 1;
  history$.set(nothing);
}

export const undoLast = (): Promise<void> => runStep("undo");
export const redoLast = (): Promise<void> => runStep("redo");
/** Undoes a specific step from its toast, regardless of later ones, and only once if it is pressed twice. */
export const undoStep = (step: UndoStep): Promise<void> => runStep("undo", step);
export const redoStep = (step: UndoStep): Promise<void> => runStep("redo", step);

let generation = 0;
let queue: Promise<void> = Promise.resolve();
let waiting = 0;

/** Queues undos: pressing the key five times undoes five steps sequentially. Without a step, the one that is last by then is used. */
function runStep(direction: "undo" | "redo", step?: UndoStep): Promise<void> {
  const mine = generation;
  waiting += 1;
  queue = queue.then(async () => {
    try {
      const requestedStep = step ?? history$.value[direction].at(-1);
      if (mine !== generation || !requestedStep || !history$.value[direction].includes(requestedStep)) return;
      history$.set({ ...history$.value, busy: true });
      await take(direction, requestedStep, mine);
    } finally {
      waiting -= 1;
      if (waiting === 0) history$.set({ ...history$.value, busy: false });
    }
  });
  return queue;
}

async function take(direction: "undo" | "redo", step: UndoStep, mine: number): Promise<void> {
  const other = direction === "undo" ? "redo" : "undo";
  try {
    const inverse = await step.undo();
    if (mine !== generation) return;
    drop(step);
    if (!inverse) return; // the change was rejected, which has already been reported
    history$.set({ ...history$.value, [other]: [...history$.value[other], inverse].slice(-maxSteps) });
    undoNotices$.emit({ type: direction === "undo" ? "undone" : "redone", step: inverse });
  } catch (error) {
    if (mine !== generation) return;
    if (error instanceof OfflineError) return undoNotices$.emit({ type: "offline", step });
    drop(step); // the step would be rejected again
    if (error instanceof ProblemError) undoNotices$.emit({ type: "refused", step, problem: error });
    else undoNotices$.emit({ type: "failed", error: error as Error });
  }
}

function drop(step: UndoStep): void {
  const { undo, redo, busy } = history$.value;
  if (!undo.includes(step) && !redo.includes(step)) return;
  history$.set({ undo: undo.filter((one) => one !== step), redo: redo.filter((one) => one !== step), busy });
}

/** Returns false if the step was no longer in the history. */
function replace(step: UndoStep, by: UndoStep): boolean {
  const { undo, redo, busy } = history$.value;
  if (!undo.includes(step) && !redo.includes(step)) return false;
  const swap = (steps: readonly UndoStep[]) => steps.map((one) => (one === step ? by : one));
  history$.set({ undo: swap(undo), redo: swap(redo), busy });
  return true;
}
