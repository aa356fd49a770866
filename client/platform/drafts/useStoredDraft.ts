import { useEffect, useEffectEvent, useState } from "react";
import { onStoredChange } from "../browser-storage";
import { draftKey, isText, parseDraft, readDraft, removeDraft, type StoredDraft, writeDraft } from "./drafts";

interface StoredDraftOptions {
  /** Initial text, empty by default. */
  start?: string;
  version?: number | null;
}

/**
 * A text field whose text is kept until it is sent. After `clear` the field is empty or shows `start` again; `round` changes whenever the
 * text changes other than by typing, as a key for editors that read their text only once.
 */
export function useStoredDraft(place: string, { start = "", version = null }: StoredDraftOptions = {}) {
  const [draft, setDraft] = useState<StoredDraft<string> | null>(() => readDraft(place, isText));
  const [restored, setRestored] = useState(draft !== null);
  const [round, setRound] = useState(0);
  const value = draft?.value ?? start;
  const show = (next: StoredDraft<string> | null) => {
    setDraft(next);
    setRestored(false);
    setRound((count) => count + 1);
  };

  // The draft was sent or discarded in another tab. Newer text of this tab is kept.
  const removedElsewhere = useEffectEvent((before: string | null) => {
    if (draft && parseDraft(before)?.value === draft.value) show(null);
  });
  useEffect(() => {
    const key = draftKey(place);
    if (key === null) return;
    return onStoredChange(key, (now, before) => {
      if (now === null) removedElsewhere(before);
    });
  }, [place]);

  return {
    value,
    round,
    /** When the text was typed last; null if it wasn't changed. */
    at: draft?.at ?? null,
    /** Whether the field began with a text of an earlier visit. */
    restored,
    /** Version of the record that the text is based on. */
    version: draft ? draft.version : version,
    change: (next: string) => {
      if (next === start) {
        removeDraft(place);
        return setDraft(null);
      }
      const basedOn = draft ? draft.version : version;
      const at = writeDraft(place, next, basedOn);
      setDraft({ value: next, at, version: basedOn });
    },
    /** Changes the text from outside of the field. */
    replace: (next: string) => {
      const at = writeDraft(place, next, version);
      show({ value: next, at, version });
    },
    clear: () => {
      removeDraft(place);
      show(null);
    },
    /** Removes the stored text, but not the shown one, because the field is being closed. */
    forget: () => removeDraft(place),
  };
}
