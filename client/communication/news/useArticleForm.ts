import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import {
  createNews,
  publishNews,
  readEditableNews,
  updateNews,
} from "../../../shared/communication/news/news.contract";
import type { NewsDraft } from "../../../shared/communication/news/news.replies";
import { newsSchema } from "../../../shared/communication/news/news.schema";
import { call, newIdempotencyKey } from "../../platform/api";
import { removeSentDraft, textOf } from "../../platform/drafts/drafts";
import { reportFailure } from "../../platform/failure";
import { paths } from "../../platform/paths";
import { ProblemError } from "../../platform/problem-error";
import { queryClient, queryKeyOf, refetch } from "../../platform/query";
import { useSingleRun } from "../../platform/single-run";
import { useForm } from "../../ui/form/form";
import { useRestoredCopy, useUnsavedCopy } from "../../ui/form/unsaved-copy";
import { toast } from "../../ui/toast/toast";
import { type DraftForm, toNewsBody } from "./draft";

const textsSchema = newsSchema.pick(["texts"]);
/** Fields that the server checks and that aren't values of the form. */
const otherFields = ["audience", "publish_at", "withdraw_at"];

const firstErrors = (error: ProblemError): Record<string, string> =>
  Object.fromEntries(Object.entries(error.errors).map(([field, [first = error.message]]) => [field, first]));

/** Values of an article, with their copy on this device. The form stays enabled while it is saved. */
function useArticleValues(draft: NewsDraft | null, initial: DraftForm, onSubmit: () => Promise<unknown>) {
  const place = `news:${draft?.id ?? "new"}`;
  const restored = useRestoredCopy(place, initial);
  const form = useForm(textsSchema, { initialValues: restored?.value ?? initial, onSubmit });
  const { values } = form;
  const [saved, setSaved] = useState(initial);
  /** Counts how often the text was replaced by the saved text. Serves as the text editor's key. */
  const [discardCount, setDiscardCount] = useState(0);
  const version = restored?.version ?? draft?.version;
  const isUnsaved = textOf(values) !== textOf(saved);
  useUnsavedCopy(place, values, { isUnsaved, restored, versionOf: () => version ?? null });
  return {
    form,
    /** Version of the article that the values are based on. */
    version,
    restored: discardCount === 0 ? restored : null,
    discardCount,
    discard: () => {
      form.reset({ values: saved });
      setDiscardCount(1);
    },
    markSaved: () => {
      setSaved(values);
      removeSentDraft(place, values);
    },
  };
}

export function useArticleForm(draft: NewsDraft | null, initial: DraftForm) {
  const navigate = useNavigate();
  const article = useArticleValues(draft, initial, () => save());
  const { form } = article;
  const { values } = form;
  const [problem, setProblem] = useState<string | null>(null);
  const [run, busy] = useSingleRun();
  const [version, setVersion] = useState(article.version);
  const [key] = useState(newIdempotencyKey);
  /** Id of a new article that was saved as a draft for its files, before its own page has opened. */
  const newId = useRef<number | null>(null);
  const showRefusal = (error: ProblemError) => {
    const errors = firstErrors(error);
    const hasFieldErrors = Object.keys(errors).length > 0;
    setProblem(hasFieldErrors ? "news.checkFields" : error.message);
    if (hasFieldErrors) form.showErrors(errors);
    // After a conflict the version is updated, so that a second save overwrites on purpose.
    if (error.code === "news.stale") setVersion((error.record as NewsDraft).version);
  };
  const attempt = (verb: "save" | "publish" | "files", work: () => Promise<void>) =>
    run([verb, values], async () => {
      setProblem(null);
      for (const name of [...Object.keys(values), ...otherFields]) form.clearErrors(name);
      try {
        await work();
        return true;
      } catch (error) {
        if (error instanceof ProblemError) showRefusal(error);
        else reportFailure(error as Error);
        return false;
      }
    });
  const send = async () => {
    const id = draft?.id ?? newId.current;
    const answer = await (id
      ? call(updateNews, { params: { id }, body: { ...toNewsBody(values), version } })
      : call(createNews, { body: toNewsBody(values), idempotencyKey: key }));
    article.markSaved();
    return answer;
  };
  const save = () =>
    attempt("save", async () => {
      const { data, message } = await send();
      setVersion(data.version);
      queryClient.setQueryData(queryKeyOf(readEditableNews, { id: data.id }, {}), { data });
      toast.done(message ?? "");
      if (!draft) void navigate(paths.articleEdit(data.id), { replace: true });
    });
  const publish = (publish_at: string | null, withdraw_at: string | null) =>
    attempt("publish", async () => {
      const saved = (await send()).data;
      const { message } = await call(publishNews, {
        params: { id: saved.id },
        body: { publish_at, withdraw_at },
      }).catch((error) => {
        if (!draft) void navigate(paths.articleEdit(saved.id), { replace: true });
        setVersion(saved.version);
        throw error;
      });
      void refetch(queryKeyOf(readEditableNews, { id: saved.id }));
      toast.done(message ?? "");
      void navigate(paths.article(saved.id));
    });
  /** Saves a new article as a draft, because files belong to an article. Returns its id, or null if it couldn't be saved. */
  const saveForFiles = async (): Promise<number | null> => {
    let savedId: number | null = null;
    await attempt("files", async () => {
      const { data } = await send();
      setVersion(data.version);
      savedId = newId.current = data.id;
    });
    return savedId;
  };
  return {
    ...article,
    draft,
    form: { ...form, problem: problem ?? form.problem },
    busy,
    save,
    publish,
    saveForFiles,
  };
}

export type ArticleForm = ReturnType<typeof useArticleForm>;
