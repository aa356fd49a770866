import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createFinance, updateFinance } from "../../shared/finance/finance.contract";
import type { FinanceDetail } from "../../shared/finance/finance-reply.contract";
import { call, newIdempotencyKey } from "../platform/api";
import { ProblemError } from "../platform/problem-error";
import { errorsOf } from "../ui/form";
import { bodyOf, type FinanceValues, formSchema } from "./finance.values";

/** Long enough for a word, short enough to lose none. */
const restMs = 1_000;
const draftSchema = formSchema(() => true);

export type DraftState =
  | { is: "unwritten" }
  | { is: "saving" }
  | { is: "saved"; at: string }
  /** Kept on the screen only: what is typed can't be saved so, or the server wasn't reached. */
  | { is: "unsaved"; why: string | null };

/** Keeps what is being written as a draft while one types. All savings and the sending go one after the other. */
export function useFinanceDraft(request: FinanceDetail | null, onKept: (id: number) => void) {
  const kept = useRef(request && { id: request.id, version: request.version });
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const key = useRef({ wish: "", key: "" });
  const [state, setState] = useState<DraftState>({ is: "unwritten" });
  const [saved, setSaved] = useState<string | null>(null);
  const [keptId, setKeptId] = useState(request?.id ?? null);

  const write = async (values: FinanceValues, draft: boolean) => {
    const body = bodyOf(values, draft, kept.current?.version);
    const wish = JSON.stringify(body);
    if (key.current.wish !== wish) key.current = { wish, key: newIdempotencyKey() };
    const before = kept.current;
    const answer = before
      ? await call(updateFinance, { params: { id: before.id }, body })
      : await call(createFinance, { body, idempotencyKey: key.current.key });
    const { id, version } = answer.data;
    kept.current = { id, version };
    setKeptId(id);
    setSaved(JSON.stringify(values));
    if (draft) setState({ is: "saved", at: new Date().toISOString() });
    if (draft && !before) onKept(id);
    return answer;
  };
  /** @throws ProblemError and OfflineError, like every call. */
  const save = (values: FinanceValues, draft: boolean) => {
    const writing = line.current.then(() => write(values, draft));
    line.current = writing.catch(() => undefined);
    return writing;
  };
  const saveQuietly = async (values: FinanceValues) => {
    if (Object.keys(errorsOf(draftSchema, values)).length > 0) return setState({ is: "unsaved", why: null });
    setState({ is: "saving" });
    try {
      await save(values, true);
      setState({ is: "saved", at: new Date().toISOString() });
    } catch (error) {
      setState({ is: "unsaved", why: error instanceof ProblemError ? error.message : null });
    }
  };
  return { kept, keptId, state, saved, save, saveQuietly };
}

/** Saves what has changed as soon as one pauses. */
export function useSavingWhileTyping(
  values: FinanceValues,
  written: boolean,
  saved: string | null,
  save: (values: FinanceValues) => Promise<void>,
): void {
  const present = JSON.stringify(values);
  const saveNow = useEffectEvent(() => void save(values));
  const waiting = written && present !== saved;
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(saveNow, restMs);
    return () => clearTimeout(timer);
  }, [waiting, present]);
}
