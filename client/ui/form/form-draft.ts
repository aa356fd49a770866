import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { DraftSlot, isLike, readDrafts, removeSentDraft, textOf } from "../../platform/drafts/drafts";
import type { OtherDraft } from "../../platform/drafts/useStoredDraft";

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
  const load = () =>
    (storageKey === null ? [] : readDrafts(storageKey, isChanges)).flatMap((draft) => {
      const values = restoredValuesOf(start, draft.value, kept);
      return values ? [{ draft, at: draft.at, values, before: draft.value.before as Partial<V> }] : [];
    });
  const [opened] = useState(() => {
    const drafts = load();
    const slot = storageKey === null ? null : new DraftSlot(storageKey);
    if (drafts[0]) slot?.open(drafts[0].draft);
    return { drafts, slot, version };
  });
  const [restored, setRestored] = useState(opened.drafts[0] ?? null);
  const [others, setOthers] = useState(() => opened.drafts.slice(1));
  const [initialValues] = useState<V>(() => ({ ...start, ...restored?.values }));
  const slot = useMemo(() => {
    if (storageKey === null) return null;
    return opened.slot?.place === storageKey ? opened.slot : new DraftSlot(storageKey);
  }, [opened, storageKey]);
  const [other] = others;
  return {
    initialValues,
    restored,
    release: () => setRestored(null),
    slot,
    /** The newest draft of the same form that another tab has stored. `show` receives its values. */
    otherDraft: (show: (values: V) => void): OtherDraft | undefined =>
      other && {
        at: other.at,
        onRestore: () => {
          setOthers(load().filter(({ draft }) => draft.key !== other.draft.key));
          slot?.open(other.draft);
          setRestored(other);
          show({ ...start, ...other.values });
        },
        onDiscard: () => {
          if (storageKey !== null) removeSentDraft(storageKey, other.draft.value);
          setOthers(others.slice(1));
        },
      },
    /** Version of the record that the typed values are based on. */
    version: restored ? (restored.draft.version ?? undefined) : opened.version,
  };
}

interface FormDraft<V> {
  slot: DraftSlot | null;
  otherDraft: (show: (values: V) => void) => OtherDraft | undefined;
  start: V;
  values: V;
  sending: boolean;
  version: number | undefined;
  /** Shows these values, or the initial values again. */
  reset: (values?: V) => void;
}

/** Keeps the changed fields until they are sent. */
export function useFormDraft<V extends Record<string, unknown>>(
  { keptFields, context }: Partial<FormDraftOptions<V>>,
  { slot, otherDraft, start, values, sending, version, reset }: FormDraft<V>,
) {
  const changes = changedValuesOf(start, values, { keptFields, context });
  const text = textOf(changes);
  /** The content that was sent or dropped but is still shown while the form closes. */
  const done = useRef<string | null>(null);
  const [round, setRound] = useState(0);
  const [key, setKey] = useState(slot?.key ?? null);
  const write = useEffectEvent(() => {
    if (slot === null || sending || text === done.current) return;
    if (Object.keys(changes.typed).length > 0) slot.write(changes, version ?? null);
    else slot.remove();
    setKey(slot.key);
  });
  useEffect(() => write(), [text, sending]);

  const forget = () => {
    done.current = text;
    slot?.remove();
  };
  const show = (next?: V) => {
    reset(next);
    setRound((count) => count + 1);
  };
  const discard = () => {
    forget();
    show();
  };
  const removedElsewhere = useEffectEvent(discard);
  useEffect(() => slot?.follow(() => removedElsewhere()), [slot]);
  return {
    key,
    /** Key for editors that read their text only once. */
    round,
    /** Removes the stored values, but not the shown ones, because they were sent or the form is being closed. */
    forget,
    discard,
    other: otherDraft(show),
  };
}
