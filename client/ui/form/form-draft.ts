import { useEffect, useEffectEvent, useRef, useState } from "react";
import { onStoredChange } from "../../platform/browser-storage";
import { draftKey, isLike, parseDraft, readDraft, removeDraft, textOf, writeDraft } from "../../platform/drafts/drafts";

export interface FormDraftOptions<V> {
  /** Key such as `leave:change:12`; null keeps nothing. */
  storageKey: string | null;
  /** Version of the edited record. */
  version?: number;
  /** Fields that are kept, by default all. */
  keptFields?: readonly (keyof V & string)[];
  /** Fields that are kept whenever one of the others is, even if they are unchanged: what the texts are about. */
  context?: readonly (keyof V & string)[];
  /** Whether the stored context is restored, by default true. False if the user has just chosen another one. */
  restoresContext?: boolean;
}

type Kept = Pick<FormDraftOptions<Record<string, unknown>>, "keptFields" | "context" | "restoresContext">;

/** The changed fields with their typed and original values, to recognize fields that another user has changed meanwhile. */
interface Changes {
  typed: Record<string, unknown>;
  before: Record<string, unknown>;
}

const isChanges = (value: unknown): value is Changes => isLike({ typed: {}, before: {} }, value);

export function changedValuesOf<V extends Record<string, unknown>>(
  start: V,
  values: V,
  { keptFields, context = [] }: Kept = {},
): Changes {
  const changed = Object.keys(values).filter(
    (name) =>
      (keptFields?.includes(name) ?? true) && !context.includes(name) && textOf(values[name]) !== textOf(start[name]),
  );
  const names = changed.length > 0 ? [...changed, ...context] : [];
  const pick = (from: V) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { typed: pick(values), before: pick(start) };
}

/** Returns the stored values that the form can show, or null if there are none. */
export function restoredValuesOf<V extends Record<string, unknown>>(
  start: V,
  { typed }: Changes,
  { keptFields, context = [], restoresContext = true }: Kept = {},
): Partial<V> | null {
  const fits = Object.entries(typed).filter(
    ([name, value]) =>
      (context.includes(name) ? restoresContext : (keptFields?.includes(name) ?? true)) &&
      name in start &&
      isLike(start[name], value) &&
      textOf(value) !== textOf(start[name]),
  );
  return fits.length > 0 ? (Object.fromEntries(fits) as Partial<V>) : null;
}

/** Returns what was typed into a form on an earlier visit, for use as its initial values. */
export function useRestoredValues<V extends Record<string, unknown>>(
  start: V,
  { storageKey = null, version, ...kept }: Partial<FormDraftOptions<V>> = {},
) {
  const [restored, setRestored] = useState(() => {
    const draft = storageKey === null ? null : readDraft(storageKey, isChanges);
    const values = draft && restoredValuesOf(start, draft.value, kept);
    return draft && values && { ...draft, values, before: draft.value.before as Partial<V> };
  });
  const [initialValues] = useState<V>(() => ({ ...start, ...restored?.values }));
  const [opened] = useState(version);
  return {
    initialValues,
    restored,
    release: () => setRestored(null),
    /** Version of the record that the typed values are based on. */
    version: restored ? (restored.version ?? undefined) : opened,
  };
}

interface FormDraft<V> {
  start: V;
  values: V;
  sending: boolean;
  version: number | undefined;
  /** Shows the initial values again. */
  reset: () => void;
}

/** Keeps the changed fields until they are sent. */
export function useFormDraft<V extends Record<string, unknown>>(
  { storageKey = null, keptFields, context }: Partial<FormDraftOptions<V>>,
  { start, values, sending, version, reset }: FormDraft<V>,
) {
  const changes = changedValuesOf(start, values, { keptFields, context });
  const text = textOf(changes);
  /** The content that was sent or dropped but is still shown while the form closes. */
  const done = useRef<string | null>(null);
  const [round, setRound] = useState(0);
  const write = useEffectEvent(() => {
    if (storageKey === null || sending || text === done.current) return;
    if (Object.keys(changes.typed).length > 0) writeDraft(storageKey, changes, version ?? null);
    else removeDraft(storageKey);
  });
  useEffect(() => write(), [text, sending]);

  const forget = () => {
    done.current = text;
    if (storageKey !== null) removeDraft(storageKey);
  };
  const discard = () => {
    forget();
    reset();
    setRound((count) => count + 1);
  };
  const removedElsewhere = useEffectEvent((before: string | null) => {
    if (textOf(parseDraft(before)?.value ?? null) === text) discard();
  });
  const key = storageKey === null ? null : draftKey(storageKey);
  useEffect(() => {
    if (key === null) return;
    return onStoredChange(key, (now, before) => {
      if (now === null) removedElsewhere(before);
    });
  }, [key]);
  return {
    key,
    /** Key for editors that read their text only once. */
    round,
    /** Removes the stored values, but not the shown ones, because they were sent or the form is being closed. */
    forget,
    discard,
  };
}
