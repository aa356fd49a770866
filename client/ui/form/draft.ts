import { useEffect, useEffectEvent, useRef, useState } from "react";
import { newIdempotencyKey } from "../../platform/api";
import { ProblemError } from "../../platform/problem-error";

export type DraftState =
  | { is: "unwritten" }
  | { is: "saving" }
  | { is: "saved"; at: string }
  /** Kept on the screen only: what is typed can't be saved so, or the server wasn't reached. */
  | { is: "unsaved"; why: string | null };

/** Long enough for a word, short enough to lose none. */
const restMs = 900;

/**
 * Saves as soon as one pauses. `present`: what stands on the screen, as text; it `waits` where it isn't saved yet. With
 * `whenLeft` what still waits is saved when the screen is left; a screen that asks before it is left doesn't want that.
 */
export function useSavingAtRest(
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
    const timer = setTimeout(saveNow, restMs);
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
  /** What of it is being written; all of it, unless something comes along that is sent once, such as a file. */
  written?(content: Content): unknown;
  /** `begun`: the server has it for the first time. */
  onSaved?(answer: Answer, how: { draft: boolean; begun: boolean }): void;
}

/**
 * Keeps with the server what is being written, and sends it in the end. All savings and the sending go one after the other,
 * each with the version of the one before; one that is tried again after the network failed keeps its idempotency key.
 */
export function useDraft<Content, Answer extends DraftAnswer>(
  given: Answer["data"] | null,
  { create, update, onSaved, written = (content) => content }: DraftCalls<Content, Answer>,
  /** What the screen starts with: it isn't worth saving. */
  start?: Content,
) {
  const latest = useRef<DraftRecord | null>(given);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const key = useRef({ content: "", key: "" });
  const [record, setRecord] = useState<Answer["data"] | null>(given);
  const [state, setState] = useState<DraftState>({ is: "unwritten" });
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
      setSaved(textOf(written(content)));
      setState({ is: "saved", at: new Date().toISOString() });
      onSaved?.(answer, { draft, begun: before === null });
      return answer;
    } catch (error) {
      // A sending that is refused says why at its fields; what was saved before is saved still.
      if (draft) setState({ is: "unsaved", why: error instanceof ProblemError ? error.message : null });
      throw error;
    }
  };
  return {
    /** What the server has. */
    record,
    state,
    /** Whether the server has just this. */
    has: (content: Content) => saved === textOf(written(content)),
    /** @throws ProblemError and OfflineError, like every call. */
    save: (content: Content, how: { draft: boolean }): Promise<Answer> => {
      const writing = queue.current.then(() => write(content, how.draft));
      queue.current = writing.catch(() => undefined);
      return writing;
    },
    /** It isn't tried: the server would refuse it as a draft. */
    cannotSave: () => setState({ is: "unsaved", why: null }),
    /** What was saved elsewhere meanwhile is overwritten by what stands here. */
    takeOver: (version: number) => {
      if (latest.current) latest.current = { ...latest.current, version };
    },
  };
}

/** Files count by what tells them apart. */
const textOf = (content: unknown): string =>
  JSON.stringify(content, (_, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
