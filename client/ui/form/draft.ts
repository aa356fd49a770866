import { useEffect, useEffectEvent } from "react";

export type DraftState =
  | { is: "unwritten" }
  | { is: "saving" }
  | { is: "saved"; at: string }
  /** Kept on the screen only: what is typed can't be saved so, or the server wasn't reached. */
  | { is: "unsaved"; why: string | null };

/** Long enough for a word, short enough to lose none. */
const restMs = 900;

/** Saves as soon as one pauses. `present`: what stands on the screen, as text; it `waits` where it isn't saved yet. */
export function useSavingAtRest(present: string, waits: boolean, save: () => Promise<unknown>): void {
  const saveNow = useEffectEvent(() => void save());
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(saveNow, restMs);
    return () => clearTimeout(timer);
  }, [waits, present]);
}
