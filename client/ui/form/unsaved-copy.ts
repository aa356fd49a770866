import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isLike, readDraft, removeDraft, type StoredDraft, textOf, writeDraft } from "../../platform/drafts/drafts";

/** Returns content of an earlier visit that the server hadn't saved. `start` is the form's content without it. */
export function useRestoredCopy<V>(place: string, start: V): StoredDraft<V> | null {
  const [restored] = useState(() => {
    const copy = readDraft(place, (value): value is V => isLike(start, value));
    return copy && textOf(copy.value) !== textOf(start) ? copy : null;
  });
  return restored;
}

/**
 * Keeps content on this device until a draft is saved on the server, which fails without a network or after the session has ended. `place`
 * changes with the first save, and is null once the draft was discarded.
 */
export function useUnsavedCopy(
  place: string | null,
  content: unknown,
  unsaved: boolean,
  versionOf: () => number | null,
): void {
  const last = useRef(place);
  const write = useEffectEvent(() => {
    if (last.current !== null && last.current !== place) removeDraft(last.current);
    last.current = place;
    if (place === null) return;
    if (unsaved) writeDraft(place, content, versionOf());
    else removeDraft(place);
  });
  const text = textOf(content);
  useEffect(() => write(), [place, text, unsaved]);
}
