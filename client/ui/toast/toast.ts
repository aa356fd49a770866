import { Store } from "../../platform/store";
import type * as shows from "./toast-show";

export const undoMs = 6_000;

/** True after the first toast: the code loads on demand, because the login screen rarely needs it. */
export const isToasterNeeded$ = new Store(false);

/** Text of the last toast that isn't an error, for screen readers; its live region exists from the start. */
export const announcedText$ = new Store("");

export interface ToastAction {
  label: string;
  onTake: () => void;
}

type Show = typeof shows;

/** Loads both parts before rendering, so that a failed load doesn't break the screen. */
async function load(): Promise<Show> {
  const [loaded] = await Promise.all([import("./toast-show"), import("./ToastRegion")]);
  isToasterNeeded$.set(true);
  return loaded;
}

export const preloadToasts = (): void => void load().catch(() => undefined);

/** Waits until the frame with the change itself is painted, because rendering a toast takes longer. Hidden pages paint no frames. */
const firstFrame = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });

/** `isAlert`: screen readers announce the toast itself, so the live region stays empty. */
function show(message: string, how: (show: Show) => void, isAlert = false): void {
  announcedText$.set("");
  const frame = firstFrame();
  load().then(
    async (loaded) => {
      await frame;
      how(loaded);
      if (!isAlert) announcedText$.set(message);
    },
    () => announcedText$.set(message), // offline, and the toast code isn't loaded: the message is at least announced
  );
}

interface Offer {
  label?: string;
  other?: ToastAction;
}

function offer(message: string, kind: "undo" | "redo" | "offer", onTake: () => void, offer: Offer = {}): () => void {
  let over = false;
  let hide: () => void = () => undefined;
  show(message, ({ showActionToast: showOffer }) => {
    if (!over) hide = showOffer(message, kind, onTake, offer);
  });
  return () => {
    over = true;
    hide();
    if (announcedText$.value === message) announcedText$.set(""); // screen readers must not find the old text when they read the page later
  };
}

export const toast = {
  done: (message: string): void => show(message, ({ showSuccessToast: showDone }) => showDone(message)),

  /** `other` is shown before Undo. */
  undo: (message: string, onUndo: () => void, other?: ToastAction): (() => void) =>
    offer(message, "undo", onUndo, { other }),

  redo: (message: string, onRedo: () => void): (() => void) => offer(message, "redo", onRedo),

  offer: (message: string, label: string, onTake: () => void): (() => void) =>
    offer(message, "offer", onTake, { label }),

  /** Stays until closed, so that the reason can be read. Equal messages are shown once. */
  error: (message: string, remedy?: ToastAction): void =>
    show(message, ({ showErrorToast: showError }) => showError(message, remedy), true),
};
