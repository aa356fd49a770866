import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { PresentSlot, PresentUser } from "../../../shared/kernel/streams";
import type { Following } from "../../platform/live/live.types";
import { useCurrentUser } from "../../platform/session";

export type BeingBooked = PresentUser & { slot: PresentSlot };

/** What is said again at most so often, while somebody is at it: the server forgets forms that were left open. */
const sayAgainMs = 60_000;

/**
 * The times that others are filling in right now, and the telling of one's own. `join` is given the stream of the grid that is
 * shown; what is in one's own form is told on each of them, and taken back when the form closes.
 */
export function useBeingBooked() {
  const me = useCurrentUser().id;
  const [present, setPresent] = useState<readonly PresentUser[]>([]);
  const joined = useRef<Following | null>(null);
  const slot = useRef<PresentSlot | null>(null);
  const saidAt = useRef(0);
  const tell = useCallback(() => {
    saidAt.current = Date.now();
    joined.current?.focus({ taskId: null, dragging: false, slot: slot.current });
  }, []);
  const say = useCallback(
    (next: PresentSlot | null) => {
      slot.current = next;
      tell();
    },
    [tell],
  );
  const join = useCallback(
    (following: Following) => {
      joined.current = following;
      if (slot.current) tell();
      const shown = following.presence$.subscribe(setPresent);
      return () => {
        shown.unsubscribe();
        setPresent([]);
        joined.current = null;
      };
    },
    [tell],
  );
  useEffect(() => {
    const alive = () => {
      if (slot.current && Date.now() - saidAt.current > sayAgainMs) tell();
    };
    window.addEventListener("keydown", alive);
    window.addEventListener("pointerdown", alive);
    return () => {
      window.removeEventListener("keydown", alive);
      window.removeEventListener("pointerdown", alive);
    };
  }, [tell]);
  const others = useMemo(
    () => present.filter((user): user is BeingBooked => user.id !== me && Boolean(user.slot)),
    [present, me],
  );
  return { others, say, join };
}
