import { useEffect, useEffectEvent, useState } from "react";
import { DraftSlot, isText, type KeyedDraft, readDrafts, removeSentDraft, type StoredDraft } from "./drafts";

/** A draft of another tab that the form doesn't show, and what the user can do with it. */
export interface OtherDraft {
  at: string;
  onRestore: () => void;
  onDiscard: () => void;
}

interface StoredDraftOptions {
  /** Initial text, empty by default. */
  start?: string;
  /** Version of the record that contains the initial text. */
  version?: number | null;
}

/**
 * A text field whose text is kept until it is sent. After `clear` the field is empty or shows `start` again; `round` changes whenever the
 * text changes other than by typing, as a key for editors that read their text only once. The text and version of the first render remain
 * the base, so that saving a text whose record was changed meanwhile is refused.
 */
export function useStoredDraft(place: string, options: StoredDraftOptions = {}) {
  const [{ start = "", version = null }, setBase] = useState(options);
  const [{ slot, drafts }] = useState(() => openDrafts(place));
  const [draft, setDraft] = useState<StoredDraft<string> | null>(drafts[0] ?? null);
  const [others, setOthers] = useState(() => drafts.slice(1));
  const [restored, setRestored] = useState(draft !== null);
  const [round, setRound] = useState(0);
  const value = draft?.value ?? start;
  const show = (next: StoredDraft<string> | null) => {
    setDraft(next);
    setRestored(false);
    setRound((count) => count + 1);
  };

  const removedElsewhere = useEffectEvent(() => show(null));
  useEffect(() => slot.follow(() => removedElsewhere()), [slot]);

  const [other] = others;
  const restoreOther = (next: KeyedDraft<string>) => {
    setOthers(readDrafts(place, isText).filter(({ key }) => key !== next.key));
    slot.open(next);
    show(next);
    setRestored(true);
  };

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
        slot.remove();
        return setDraft(null);
      }
      const basedOn = draft ? draft.version : version;
      const at = slot.write(next, basedOn);
      setDraft({ value: next, at, version: basedOn });
    },
    /** Changes the text from outside of the field. */
    replace: (next: string) => {
      const at = slot.write(next, version);
      show({ value: next, at, version });
    },
    clear: () => {
      slot.remove();
      show(null);
    },
    /** Shows the text of a newer record in place of what was typed. */
    rebase: (next: StoredDraftOptions) => {
      setBase(next);
      slot.remove();
      show(null);
    },
    /** Removes the stored text, but not the shown one, because the field is being closed. */
    forget: () => slot.remove(),
    /** A draft of the same field that another tab has stored; undefined if there is none. */
    other: other && {
      at: other.at,
      onRestore: () => restoreOther(other),
      onDiscard: () => {
        removeSentDraft(place, other.value);
        setOthers(others.slice(1));
      },
    },
  };
}

function openDrafts(place: string) {
  const slot = new DraftSlot(place);
  const drafts = readDrafts(place, isText);
  if (drafts[0]) slot.open(drafts[0]);
  return { slot, drafts };
}
