import { useEffect, useEffectEvent, useState } from "react";
import { textOf } from "../../platform/drafts/drafts";

interface EditedRecordOptions<R> {
  isDirty: boolean;
  isSending: boolean;
  /** The part of the record that the form edits. Changes of other parts don't concern it. */
  contentOf: (record: R) => unknown;
  /** Shows a record in the form, in place of what was typed. */
  show: (record: R) => void;
}

/**
 * Keeps what was typed when another user saves the edited record meanwhile. Without typed values, the form shows the new record at once.
 * Records without a version are compared by their content, and must be the same object until they are read again.
 */
export function useEditedRecord<R extends { version?: number }>(
  record: R,
  { isDirty, isSending, contentOf, show }: EditedRecordOptions<R>,
) {
  const [base, setBase] = useState(record);
  /** The record that was the newest when `base` was set. */
  const [seen, setSeen] = useState(record);
  /** The last record of another user that was shown without a question. */
  const [adopted, setAdopted] = useState<R | null>(null);
  const isNewer = record.version === undefined ? record !== seen : record.version > (base.version ?? 0);
  const hasChanged = isNewer && textOf(contentOf(record)) !== textOf(contentOf(base));
  if (hasChanged && !isDirty && !isSending) {
    setBase(record);
    setSeen(record);
    setAdopted(record);
  } else if (!hasChanged && record.version !== undefined && isNewer) setBase(record);

  const showAdopted = useEffectEvent(() => adopted && show(adopted));
  useEffect(() => void showAdopted(), [adopted]);
  const load = (next: R) => {
    setBase(next);
    setSeen(record);
    show(next);
  };
  return {
    /** The record that the typed values are based on. */
    base,
    version: base.version as R["version"],
    /** Whether another user has changed the record since the user began to type. */
    hasConflict: hasChanged && isDirty && !isSending,
    /** Shows the other user's record. */
    loadNew: () => load(record),
    /** Shows the record that this form has saved. */
    saved: load,
    /** Makes the next save overwrite this record. */
    overwrite: setBase,
  };
}

/**
 * The typed values where the user changed them, and otherwise those of the record that is overwritten. A form that sends all its fields would
 * otherwise write old values back over another user's change.
 */
export function mergeChanges<V extends Record<string, unknown>>(
  form: { start: V; typed: V },
  current: Record<keyof V, unknown>,
): Record<string, unknown> {
  const changed = Object.entries(form.typed).filter(([name, value]) => textOf(value) !== textOf(form.start[name]));
  return { ...current, ...Object.fromEntries(changed) };
}

export type EditedRecord = Pick<ReturnType<typeof useEditedRecord>, "hasConflict" | "loadNew">;
