import { useRef, useState } from "react";
import { createFormRequest, type FormRequestDetail, updateFormRequest } from "../../shared/forms/forms.contract";
import type { Answers } from "../../shared/forms/forms.definition";
import { call, newIdempotencyKey } from "../platform/api";
import { ProblemError } from "../platform/problem-error";
import { type DraftState, useSavingAtRest } from "../ui/form/draft";

interface DraftOptions {
  formId: number;
  formVersion: number;
  request: FormRequestDetail | null;
  answers: Answers;
  /** Something was typed: only then there is anything to keep. */
  touched: boolean;
  onKept: (request: FormRequestDetail) => void;
}

/** Keeps a form as a draft while it is filled in. All savings and the sending go one after the other. */
export function useFormDraft({ formId, formVersion, request, answers, touched, onKept }: DraftOptions) {
  const kept = useRef(request && { id: request.id, version: request.version });
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const key = useRef({ content: "", key: "" });
  const [state, setState] = useState<DraftState>({ is: "unwritten" });
  const [saved, setSaved] = useState<string | null>(null);

  const write = async (given: Answers, draft: boolean) => {
    const before = kept.current;
    const body = { answers: given, draft, form_version: formVersion };
    const content = JSON.stringify([before?.id, body]);
    if (key.current.content !== content) key.current = { content, key: newIdempotencyKey() };
    const answer = before
      ? await call(updateFormRequest, { params: { id: before.id }, body: { ...body, version: before.version } })
      : await call(createFormRequest, { body: { ...body, form_id: formId }, idempotencyKey: key.current.key });
    kept.current = { id: answer.data.id, version: answer.data.version };
    setSaved(JSON.stringify(given));
    setState({ is: "saved", at: new Date().toISOString() });
    onKept(answer.data);
    return answer;
  };
  /** @throws ProblemError and OfflineError, like every call. */
  const save = (given: Answers, draft: boolean) => {
    const writing = line.current.then(() => write(given, draft));
    line.current = writing.catch(() => undefined);
    return writing;
  };
  const saveQuietly = async (given: Answers) => {
    setState({ is: "saving" });
    try {
      await save(given, true);
    } catch (error) {
      setState({ is: "unsaved", why: error instanceof ProblemError ? error.message : null });
    }
  };
  const present = JSON.stringify(answers);
  const waiting = touched && present !== saved;
  useSavingAtRest(present, waiting, () => saveQuietly(answers));

  return {
    state,
    /** Something on the screen isn't with the server. */
    unsaved: waiting,
    save,
    /** What was saved elsewhere meanwhile is overwritten by what stands here. */
    takeOver: (version: number) => {
      if (kept.current) kept.current = { ...kept.current, version };
    },
    /** The id of the draft; it is begun where there is none yet. */
    begun: async () => kept.current?.id ?? (await save(answers, true)).data.id,
  };
}
