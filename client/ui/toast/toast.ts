import { BehaviorSubject } from "rxjs";
import type * as shows from "./toast-show";

/** How long "Undo" is offered. */
export const undoMs = 6_000;

/** Toasts come with the first one: the login screen rarely needs any. */
export const toastsWanted$ = new BehaviorSubject(false);

/** The last one's words, for screen readers; they stand in a region that is there from the start. */
export const announced$ = new BehaviorSubject("");

type Show = typeof shows;

/** Both halves, before React is told: what fails to load must not take the screen with it. */
async function load(): Promise<Show> {
  const [loaded] = await Promise.all([import("./toast-show"), import("./ToastPlace")]);
  toastsWanted$.next(true);
  return loaded;
}

/** Screens that say things while there is no network ask for it ahead of time. */
export const preloadToasts = (): void => void load().catch(() => undefined);

/**
 * The frame that shows what the words are about comes first: a toast takes longer to draw than a card that is dropped. A page that nobody
 * looks at draws no frames.
 */
const firstFrame = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });

function show(message: string, how: (show: Show) => void): void {
  announced$.next("");
  const shown = firstFrame();
  load().then(
    async (loaded) => {
      await shown;
      how(loaded);
      announced$.next(message);
    },
    () => announced$.next(message), // no network and no toast: it is said at least
  );
}

function offer(message: string, kind: "undo" | "redo", onTake: () => void): () => void {
  let over = false;
  let hide: () => void = () => undefined;
  show(message, ({ showOffer }) => {
    if (!over) hide = showOffer(message, kind, onTake);
  });
  return () => {
    over = true;
    hide();
    if (announced$.value === message) announced$.next(""); // who reads it later mustn't find it
  };
}

export const toast = {
  /** Something worked that one can't see on the screen. */
  done: (message: string): void => show(message, ({ showDone }) => showDone(message)),

  /** It has happened; for a moment it can be taken back. Answers how to take the offer away. */
  undo: (message: string, onUndo: () => void): (() => void) => offer(message, "undo", onUndo),

  /** It was taken back; for a moment it can be done again. */
  redo: (message: string, onRedo: () => void): (() => void) => offer(message, "redo", onRedo),

  /** Stays until it is closed: a reason one hasn't read is no reason. The same text is shown once. */
  error: (message: string): void => show(message, ({ showError }) => showError(message)),
};
