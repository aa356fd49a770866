import { useRef, useState } from "react";
import { createFinance, updateFinance } from "../../../shared/finance/finance.contract";
import type { FinanceDetail } from "../../../shared/finance/finance-reply.contract";
import { call, newIdempotencyKey } from "../../platform/api";
import { ProblemError } from "../../platform/problem-error";
import type { DraftState } from "../../ui/form/draft";
import { errorsOf } from "../../ui/form/form";
import { bodyOf, type FinanceValues, formSchema } from "./finance.values";

const draftSchema = formSchema(() => true, "");

/** Keeps what is being written as a draft while one types. All savings and the sending go one after the other. */
export function useFinanceDraft(request: FinanceDetail | null, onKept: (id: number) => void) {
  const kept = useRef(request && { id: request.id, version: request.version });
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const key = useRef({ content: "", key: "" });
  const [state, setState] = useState<DraftState>({ is: "unwritten" });
  const [saved, setSaved] = useState<string | null>(null);
  const [keptId, setKeptId] = useState(request?.id ?? null);

  const write = async (values: FinanceValues, draft: boolean) => {
    const body = bodyOf(values, draft, kept.current?.version);
    const content = JSON.stringify(body);
    if (key.current.content !== content) key.current = { content, key: newIdempotencyKey() };
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
