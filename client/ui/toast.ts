import { BehaviorSubject } from "rxjs";
import type * as shows from "./toast-show";

/** How long "Undo" is offered. */
export const undoMs = 6_000;

/** Toasts come with the first one: the login screen rarely needs any. */
export const toastsWanted$ = new BehaviorSubject(false);

/** The last one's words, for screen readers; they stand in a region that is there from the start. */
export const announced$ = new BehaviorSubject("");

type Show = typeof shows;

function show(message: string, how: (show: Show) => void): void {
  announced$.next("");
  toastsWanted$.next(true);
  void import("./toast-show").then((loaded) => {
    how(loaded);
    announced$.next(message);
  });
}

export const toast = {
  /** Something worked that one can't see on the screen. */
  done: (message: string): void => show(message, ({ showDone }) => showDone(message)),

  /** It has happened; for a moment it can be taken back. Answers how to take the offer away. */
  undo(message: string, onUndo: () => void): () => void {
    let over = false;
    let hide: () => void = () => undefined;
    show(message, ({ showUndo }) => {
      if (!over) hide = showUndo(message, onUndo);
    });
    return () => {
      over = true;
      hide();
    };
  },

  /** Stays until it is closed: a reason one hasn't read is no reason. The same text is shown once. */
  error: (message: string): void => show(message, ({ showError }) => showError(message)),
};
