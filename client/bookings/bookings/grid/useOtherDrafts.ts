import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { PresentSlot, PresentUser } from "../../../../shared/kernel/streams";
import type { StreamSubscription } from "../../../platform/live/live.types";
import { useCurrentUser } from "../../../platform/session";

export type OtherDraft = PresentUser & { slot: PresentSlot };

/** Interval in ms for publishing the time again while the user keeps editing; the server drops entries of abandoned forms. */
const republishMs = 60_000;

/**
 * Returns the times that other users are filling in, and publishes the user's own. `join` takes the stream of the shown grid; the open
 * form's time is published on each stream and withdrawn when the form closes.
 */
export function useOtherDrafts() {
  const me = useCurrentUser().id;
  const [present, setPresent] = useState<readonly PresentUser[]>([]);
  const joined = useRef<StreamSubscription | null>(null);
  const slot = useRef<PresentSlot | null>(null);
  const publishedAt = useRef(0);
  const publish = useCallback(() => {
    publishedAt.current = Date.now();
    joined.current?.focus({ taskId: null, dragging: false, slot: slot.current });
  }, []);
  const publishSlot = useCallback(
    (next: PresentSlot | null) => {
      slot.current = next;
      publish();
    },
    [publish],
  );
  const join = useCallback(
    (following: StreamSubscription) => {
      joined.current = following;
      if (slot.current) publish();
      const presenceSubscription = following.presence$.subscribe(setPresent);
      return () => {
        presenceSubscription.unsubscribe();
        setPresent([]);
        joined.current = null;
      };
    },
    [publish],
  );
  useEffect(() => {
    const alive = () => {
      if (slot.current && Date.now() - publishedAt.current > republishMs) publish();
    };
    window.addEventListener("keydown", alive);
    window.addEventListener("pointerdown", alive);
    return () => {
      window.removeEventListener("keydown", alive);
      window.removeEventListener("pointerdown", alive);
    };
  }, [publish]);
  const others = useMemo(
    () => present.filter((user): user is OtherDraft => user.id !== me && Boolean(user.slot)),
    [present, me],
  );
  return { others, publishSlot, join };
}
