import { useEffect, useEffectEvent, useState } from "react";
import { textOf } from "../../platform/drafts/drafts";

interface EditedRecordOptions<R> {
  isDirty: boolean;
  isSending: boolean;
  /** The part of the record that the form edits. Changes of other parts don't concern it. */
  contentOf: (record: R) => unknown;
  /** Shows a record in the form, in place of what was typed. */
  show: (record: R) => void;
  /** Shows another user's record before anything was typed, by default like `show`. */
  adopt?: (record: R) => void;
}

/**
 * Keeps what was typed when another user saves the edited record meanwhile. Without typed values, the form shows the new record at once.
 * Records without a version are compared by their content, and must be the same object until they are read again.
 */
export function useEditedRecord<R extends { version?: number }>(
  record: R,
  { isDirty, isSending, contentOf, show, adopt = show }: EditedRecordOptions<R>,
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

  const showAdopted = useEffectEvent(() => adopted && adopt(adopted));
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

type Values = Record<string, unknown>;
export type Merge<V extends Values> = (form: { start: V; typed: V }, current: V) => V;

interface EditedForm<V extends Values> {
  dirty: boolean;
  sending: boolean;
  reset(next: { values: V }, keepsTexts?: boolean): void;
  adopt(next: V, merge?: Merge<V>): void;
}

interface EditedFormOptions<R, V extends Values>
  extends Partial<Pick<EditedRecordOptions<R>, "isDirty" | "contentOf">> {
  valuesOf: (record: R) => V;
  /** Merges typed and newer values, by default field by field. */
  merge?: Merge<V>;
}

/** `useEditedRecord` for a form. After a conflict, `overwrite` makes the form show what the next save will save. */
export function useEditedForm<R extends { version?: number }, V extends Values>(
  form: EditedForm<V>,
  record: R,
  { valuesOf, merge, ...options }: EditedFormOptions<R, V>,
) {
  const edited = useEditedRecord(record, {
    isDirty: form.dirty,
    isSending: form.sending,
    contentOf: valuesOf,
    show: (next) => form.reset({ values: valuesOf(next) }),
    adopt: (next) => form.reset({ values: valuesOf(next) }, true),
    ...options,
  });
  const overwrite = (next: R) => {
    edited.overwrite(next);
    form.adopt(valuesOf(next), merge);
  };
  return { ...edited, overwrite };
}

/**
 * The typed values where the user changed them, and otherwise those of the record that is overwritten. A form that sends all its fields would
 * otherwise write old values back over another user's change. The fields of a group are one value, such as a number and its unit.
 */
export function mergeChanges<V extends Values>(
  { start, typed }: { start: V; typed: V },
  current: V,
  groups: readonly (readonly (keyof V & string)[])[] = [],
): V {
  const isChanged = (name: string) => textOf(typed[name]) !== textOf(start[name]);
  const groupOf = (name: string) => groups.find((group) => group.includes(name)) ?? [name];
  const retainedFields = Object.entries(typed).filter(([name]) => groupOf(name).some(isChanged));
  return { ...current, ...Object.fromEntries(retainedFields) };
}

/**
 * Merges the entries of a field that is a set, or has a text per language: those that the user added, removed or changed, and otherwise the
 * current ones.
 */
export function mergeEntries(start: unknown, typed: unknown, current: unknown): unknown {
  if (!Array.isArray(typed)) return mergeChanges({ start: start as Values, typed: typed as Values }, current as Values);
  const [before, now] = [start as unknown[], current as unknown[]];
  const retained = now.filter((entry) => typed.includes(entry) || !before.includes(entry));
  return [...retained, ...typed.filter((entry) => !before.includes(entry) && !now.includes(entry))];
}

export type EditedRecord = Pick<ReturnType<typeof useEditedRecord>, "hasConflict" | "loadNew">;
