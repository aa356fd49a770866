import { useState } from "react";
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
import { type DraftForm, plannedTimesOf, toNewsBody } from "./draft";

const textsSchema = newsSchema.pick(["texts"]);
/** Fields that the server checks and that aren't values of the form. */
const otherFields = ["audience"];

const firstErrors = (error: ProblemError): Record<string, string> =>
  Object.fromEntries(Object.entries(error.errors).map(([field, [first = error.message]]) => [field, first]));

const placeOf = (article: { id: number } | null) => `news:${article?.id ?? "new"}`;

/** Values of an article, with their copy on this device. The form stays enabled while it is saved. */
function useArticleValues(draft: NewsDraft | null, initial: DraftForm, onSubmit: () => Promise<unknown>) {
  /** The article on the server; null until a new article is saved. */
  const [stored, setStored] = useState<Pick<NewsDraft, "id" | "version"> | null>(draft);
  const place = placeOf(stored);
  const restored = useRestoredCopy(place, initial);
  const form = useForm(textsSchema, { initialValues: restored?.value ?? initial, onSubmit });
  const { values } = form;
  const [saved, setSaved] = useState(initial);
  /** Counts how often the text was replaced by the saved text. Serves as the text editor's key. */
  const [discardCount, setDiscardCount] = useState(0);
  const [version, setVersion] = useState(restored?.version ?? draft?.version);
  const isUnsaved = textOf(values) !== textOf(saved);
  useUnsavedCopy(place, values, { isUnsaved, restored, versionOf: () => version ?? null });
  return {
    form,
    storedId: stored?.id ?? null,
    /** Version of the article that the values are based on. */
    version,
    restored: discardCount === 0 ? restored : null,
    discardCount,
    discard: () => {
      form.reset({ values: saved });
      setDiscardCount(1);
    },
    /**
     * `content` is what the server has of the values that were sent. What was typed meanwhile becomes an unsaved copy of the saved article.
     */
    markSaved: (article: Pick<NewsDraft, "id" | "version">, content: DraftForm) => {
      removeSentDraft(place, values);
      setSaved(content);
      setStored(article);
      setVersion(article.version);
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
      if (verb !== "files" && form.reportUnreadableText()) return false;
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
    const id = article.storedId;
    const answer = await (id
      ? call(updateNews, { params: { id }, body: { ...toNewsBody(values), version } })
      : call(createNews, { body: toNewsBody(values), idempotencyKey: key }));
    article.markSaved(answer.data, { ...values, ...plannedTimesOf(answer.data) });
    setVersion(answer.data.version);
    return answer;
  };
  const save = () =>
    attempt("save", async () => {
      const { data, message } = await send();
      queryClient.setQueryData(queryKeyOf(readEditableNews, { id: data.id }, {}), { data });
      toast.done(message ?? "");
      if (!draft) void navigate(paths.articleEdit(data.id), { replace: true });
    });
  const publish = (publish_at: string | null, withdraw_at: string | null) =>
    attempt("publish", async () => {
      const saved = (await send()).data;
      const { data, message } = await call(publishNews, {
        params: { id: saved.id },
        body: { publish_at, withdraw_at },
      }).catch((error) => {
        if (!draft) void navigate(paths.articleEdit(saved.id), { replace: true });
        throw error;
      });
      article.markSaved(data, values);
      void refetch(queryKeyOf(readEditableNews, { id: saved.id }));
      toast.done(message ?? "");
      void navigate(paths.article(saved.id));
    });
  /** Saves a new article as a draft, because files belong to an article. Returns its id, or null if it couldn't be saved. */
  const saveForFiles = async (): Promise<number | null> => {
    let savedId: number | null = null;
    await attempt("files", async () => {
      savedId = (await send()).data.id;
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
