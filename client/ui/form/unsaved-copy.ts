import { useEffect, useEffectEvent, useRef, useState } from "react";
import { DraftSlot, isLike, type KeyedDraft, readDrafts, removeSentDraft, textOf } from "../../platform/drafts/drafts";

/** Returns the newest content of an earlier visit that the server hadn't saved. `start` is the form's content without it. */
export function useRestoredCopy<V>(place: string, start: V): KeyedDraft<V> | null {
  const [restored] = useState(() => {
    const copies = readDrafts(place, (value): value is V => isLike(start, value));
    return copies.find(({ value }) => textOf(value) !== textOf(start)) ?? null;
  });
  return restored;
}

interface CopyState {
  /** Whether the server doesn't have the content. */
  isUnsaved: boolean;
  /** The copy that the form was opened with. */
  restored: KeyedDraft<unknown> | null;
  versionOf: () => number | null;
}

/**
 * Keeps content on this device until a draft is saved on the server, which fails without a network or after the session has ended. `place`
 * changes with the first save, and is null once the draft was discarded.
 */
export function useUnsavedCopy(
  place: string | null,
  content: unknown,
  { isUnsaved, restored, versionOf }: CopyState,
): void {
  const slot = useRef<DraftSlot | null>(null);
  const write = useEffectEvent(() => {
    if (slot.current?.place !== place) {
      const isFirst = slot.current === null;
      slot.current?.remove();
      slot.current = place === null ? null : new DraftSlot(place);
      if (isFirst && restored) slot.current?.open(restored);
    }
    if (place === null) return;
    if (isUnsaved) return void slot.current?.write(content, versionOf());
    slot.current?.remove();
    removeSentDraft(place, content);
  });
  const text = textOf(content);
  const version = versionOf();
  useEffect(() => write(), [place, text, isUnsaved, version]);
  useEffect(() => slot.current?.follow(() => undefined), [place]);
}
