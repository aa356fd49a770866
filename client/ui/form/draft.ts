import { useEffect, useEffectEvent, useRef, useState } from "react";
import { newIdempotencyKey } from "../../platform/api";
import { removeSentDraft } from "../../platform/drafts/drafts";
import { ProblemError } from "../../platform/problem-error";

export type DraftState =
  | { is: "unwritten" }
  | { is: "saving" }
  | { is: "saved"; at: string }
  /** Not saved: the content isn't valid as a draft, or the server wasn't reached. */
  | { is: "unsaved"; why: string | null };

/** A save that was refused because the record has a newer version. */
export interface DraftConflict {
  message: string;
  version: number;
  /** Whether the refused save was for a draft. */
  draft: boolean;
}

const newerVersionOf = (error: unknown): number | null => {
  if (!(error instanceof ProblemError) || error.code !== "request.stale") return null;
  return (error.record as { version?: number } | null)?.version ?? null;
};

/** Whether the error is shown by `DraftConflictNotice`. */
export const isDraftConflict = (error: unknown): boolean => newerVersionOf(error) !== null;

/** Delay in ms: long enough to type a word, short enough to lose little text. */
const autosaveDelayMs = 900;

/**
 * Saves after a pause in typing. `present` is the current content as text; `waits` is true while it isn't saved. With `whenLeft` unsaved
 * content is also saved on unmount; screens that ask before leaving don't need it.
 */
export function useAutosave(
  present: string,
  waits: boolean,
  save: () => Promise<unknown>,
  { whenLeft = false }: { whenLeft?: boolean } = {},
): void {
  const saveNow = useEffectEvent(() => void save());
  const leave = useEffectEvent(() => {
    if (whenLeft && waits) void save();
  });
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(saveNow, autosaveDelayMs);
    return () => clearTimeout(timer);
  }, [waits, present]);
  useEffect(() => () => leave(), []);
}

interface DraftRecord {
  id: number;
  version: number;
}

interface DraftAnswer {
  data: DraftRecord;
}

interface DraftCalls<Content, Answer extends DraftAnswer> {
  create(content: Content, how: { draft: boolean; idempotencyKey: string }): Promise<Answer>;
  update(before: DraftRecord, content: Content, how: { draft: boolean }): Promise<Answer>;
  /** Returns the content to compare with the saved content, by default all of it; omits parts that are sent once, such as a file. */
  written?(content: Content): unknown;
  /** Place where `useUnsavedCopy` keeps the content; `id` is undefined before the first save. */
  copyPlace?(id: number | undefined): string;
  /** `begun` is true for the first save. */
  onSaved?(answer: Answer, how: { draft: boolean; begun: boolean }): void;
}

/**
 * Saves a draft on the server and finally submits it. All requests run sequentially, each with the version of the previous one; a retry
 * after a network failure keeps its idempotency key.
 */
export function useDraft<Content, Answer extends DraftAnswer>(
  given: Answer["data"] | null,
  { create, update, onSaved, copyPlace, written = (content) => content }: DraftCalls<Content, Answer>,
  /** Initial content, which isn't saved until it changes. */
  start?: Content,
) {
  const latest = useRef<DraftRecord | null>(given);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const key = useRef({ content: "", key: "" });
  const [record, setRecord] = useState<Answer["data"] | null>(given);
  const [state, setState] = useState<DraftState>({ is: "unwritten" });
  const [conflict, setConflict] = useState<DraftConflict | null>(null);
  const [saved, setSaved] = useState(() => (start === undefined ? null : textOf(written(start))));

  const write = async (content: Content, draft: boolean): Promise<Answer> => {
    const before = latest.current;
    const sent = textOf([content, draft]);
    if (key.current.content !== sent) key.current = { content: sent, key: newIdempotencyKey() };
    if (draft) setState({ is: "saving" });
    try {
      const answer = before
        ? await update(before, content, { draft })
        : await create(content, { draft, idempotencyKey: key.current.key });
      latest.current = { id: answer.data.id, version: answer.data.version };
      setRecord(answer.data);
      setConflict(null);
      setSaved(textOf(written(content)));
      setState({ is: "saved", at: new Date().toISOString() });
      // Not done in an effect, because `onSaved` or the caller may close the screen.
      if (copyPlace) removeSentDraft(copyPlace(before?.id), written(content));
      onSaved?.(answer, { draft, begun: before === null });
      return answer;
    } catch (error) {
      const version = newerVersionOf(error);
      setConflict(version === null ? null : { message: (error as Error).message, version, draft });
      // A failed submission shows its errors at the fields; the saved draft is unaffected.
      if (draft) setState({ is: "unsaved", why: error instanceof ProblemError ? error.message : null });
      throw error;
    }
  };
  /** Runs requests sequentially, so that a later response never contains less than an earlier one. */
  const enqueue = <T>(request: () => Promise<T>): Promise<T> => {
    const running = queue.current.then(request);
    queue.current = running.catch(() => undefined);
    return running;
  };
  return {
    record,
    /** Shows a newer response. The next save keeps its version. */
    setRecord,
    /** Sends another change of the stored draft, such as an upload, after the saves that were started before, and shows its response. */
    change: (send: () => Promise<{ data: Answer["data"] }>): Promise<Answer["data"]> =>
      enqueue(async () => {
        const { data } = await send();
        setRecord(data);
        return data;
      }),
    state,
    conflict,
    /** The id of the stored draft; unlike `record`, it is up to date right after a save. */
    latestId: () => latest.current?.id ?? null,
    has: (content: Content) => saved === textOf(written(content)),
    /** @throws ProblemError and OfflineError, like every call. */
    save: (content: Content, how: { draft: boolean }): Promise<Answer> => enqueue(() => write(content, how.draft)),
    /** Marks the content as unsaved without a request, because the server would reject it as a draft. */
    cannotSave: () => setState({ is: "unsaved", why: null }),
    /** Makes the next save overwrite the version that was saved elsewhere, unless a later version was saved here. */
    takeOver: (version: number) => {
      if (latest.current) latest.current = { ...latest.current, version: Math.max(version, latest.current.version) };
      setRecord((now) => now && { ...now, version: Math.max(version, now.version) });
      setConflict(null);
    },
  };
}

/** Files are compared by name, size and date. */
const textOf = (content: unknown): string =>
  JSON.stringify(content, (_, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
