import { useSingleRun } from "../../platform/single-run";
import { newsSchema } from "../../../shared/communication/news/news.schema";
import { maxLengthOf, useLengthError } from "../../ui/fields/length";
import { Textarea, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { isLanguage, type Language, languages } from "../../../shared/kernel/languages";
import {
  createNews,
  readEditableNews,
  publishNews,
  updateNews,
} from "../../../shared/communication/news/news.contract";
import type { NewsDraft } from "../../../shared/communication/news/news.replies";
import { TextEditor } from "../../ui/text-editor/TextEditor";
import { call, newIdempotencyKey } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { ProblemError } from "../../platform/problem-error";
import { queryClient, queryKeyOf, refetch, useEndpoint } from "../../platform/query";
import { activeLanguage$ } from "../../platform/intl/language";
import { useStore } from "../../platform/store";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { removeSentDraft, textOf } from "../../platform/drafts/drafts";
import { useStableHandlers } from "../../ui/useStableHandlers";
import { StoredDraftNotice } from "../../ui/form/StoredDraftNotice";
import { useRestoredCopy, useUnsavedCopy } from "../../ui/form/unsaved-copy";
import { toast } from "../../ui/toast/toast";
import { reportFailure } from "../../platform/failure";
import { ArticleFiles } from "./ArticleFiles";
import { ArticleSettings } from "./ArticleSettings";
import { toNewsBody, type DraftForm, type DraftText, emptyDraft, emptyDraftText, toDraftForm } from "./draft";
import { LanguageVersions } from "./LanguageVersions";
import classes from "./news.module.css";
import { previewUrlOf } from "../../../shared/kernel/uploads";
import { sendNewsFile } from "./send-file";

export function ArticleWritePage() {
  const { language } = useStore(activeLanguage$);
  return <Editor draft={null} initial={emptyDraft(isLanguage(language) ? language : "en")} />;
}

export function ArticleEditPage() {
  const text = useText();
  const query = useEndpoint(readEditableNews, { params: { id: Number(useParams().id) } }, { staleTime: 0 });
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={6} height={48} />} failed={text("news.failed")}>
      {({ data }) => <Editor key={data.id} draft={data} initial={toDraftForm(data)} />}
    </QueryBoundary>
  );
}

type Errors = Record<string, string>;

const errorsOf = (error: ProblemError): Errors =>
  Object.fromEntries(Object.entries(error.errors).map(([field, [first = error.message]]) => [field, first]));

/** `onSaved` is called as soon as the server has the text. */
function useSaving(draft: NewsDraft | null, basedOn: number | undefined, form: DraftForm, onSaved: () => void) {
  const navigate = useNavigate();
  const [errors, setErrors] = useState<Errors>({});
  const [run, busy] = useSingleRun();
  const [version, setVersion] = useState(basedOn);
  const [key] = useState(newIdempotencyKey);
  /** Id of a new article that was saved as a draft for its files, before its own page has opened. */
  const newId = useRef<number | null>(null);
  const attempt = (verb: "save" | "publish" | "files", work: () => Promise<void>) =>
    run([verb, form], () => sendWithErrors(work));
  const sendWithErrors = async (work: () => Promise<void>): Promise<boolean> => {
    setErrors({});
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof ProblemError)) {
        reportFailure(error as Error);
        return false;
      }
      setErrors(Object.keys(error.errors).length > 0 ? errorsOf(error) : { "": error.message });
      // After a conflict the version is updated, so that a second save overwrites on purpose.
      if (error.code === "news.stale") setVersion((error.record as NewsDraft).version);
      return false;
    }
  };
  const send = async () => {
    const id = draft?.id ?? newId.current;
    const answer = await (id
      ? call(updateNews, { params: { id }, body: { ...toNewsBody(form), version } })
      : call(createNews, { body: toNewsBody(form), idempotencyKey: key }));
    onSaved();
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
  return { errors, busy, save, publish, saveForFiles };
}

function Editor({ draft, initial }: { draft: NewsDraft | null; initial: DraftForm }) {
  const text = useText();
  const place = `news:${draft?.id ?? "new"}`;
  const restored = useRestoredCopy(place, initial);
  const [form, setForm] = useState(restored?.value ?? initial);
  const [saved, setSaved] = useState(initial);
  /** Counts how often the text was replaced by the saved text. Serves as the editor's key. */
  const [discarded, setDiscarded] = useState(0);
  const basedOn = restored?.version ?? draft?.version;
  useUnsavedCopy(place, form, textOf(form) !== textOf(saved), () => basedOn ?? null);
  const [language, setLanguage] = useState<Language>(form.language);
  const change = (part: Partial<DraftForm>) => setForm((now) => ({ ...now, ...part }));
  const { errors, busy, save, publish, saveForFiles } = useSaving(draft, basedOn, form, () => {
    setSaved(form);
    removeSentDraft(place, form);
  });
  const lengthError = useLengthError();
  const { keepPicture, pictureFailed } = usePictures(async () => draft?.id ?? saveForFiles());
  const index = form.texts.findIndex((one) => one.language === language);
  const currentText = form.texts[index] ?? emptyDraftText(language);
  const write = (part: Partial<DraftText>) =>
    change({ texts: form.texts.map((one) => (one.language === language ? { ...one, ...part } : one)) });
  const errorAt = (name: "title" | "summary" | "picture_alt") =>
    lengthError(currentText[name], maxLengthOf(newsSchema, `texts[0].${name}`) ?? Infinity) ??
    errors[`texts.${index}.${name}`];
  const { direction } = languages[language];
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <h1 tabIndex={-1} data-page-title>
          {text(draft ? "news.edit" : "news.write")}
        </h1>
        <span className={classes.grow} />
      </div>
      {Object.keys(errors).length > 0 && (
        <p role="alert" className={classes.problem}>
          {errors[""] ?? text("news.checkFields")}
        </p>
      )}
      {restored && discarded === 0 && (
        <StoredDraftNotice
          at={restored.at}
          onDiscard={() => {
            setForm(saved);
            setDiscarded(1);
          }}
        />
      )}
      <div className={classes.editor}>
        <div className={classes.fields}>
          <LanguageVersions
            form={form}
            language={language}
            onChoose={setLanguage}
            onAdd={(added) => {
              change({ texts: [...form.texts, emptyDraftText(added)] });
              setLanguage(added);
            }}
            onRemove={(removed) => {
              change({ texts: form.texts.filter((one) => one.language !== removed) });
              setLanguage(form.language);
            }}
          />
          <TextInput
            label={text("news.title")}
            value={currentText.title}
            lang={language}
            dir={direction}
            error={errorAt("title")}
            onChange={(event) => write({ title: event.currentTarget.value })}
          />
          <Textarea
            label={text("news.summary")}
            description={text("news.summary.why")}
            value={currentText.summary}
            lang={language}
            dir={direction}
            error={errorAt("summary")}
            onChange={(event) => write({ summary: event.currentTarget.value })}
          />
          <div>
            <div className={classes.label}>{text("news.body")}</div>
            <TextEditor
              key={`${language} ${discarded}`}
              html={currentText.body}
              people={[]}
              label={text("news.body")}
              placeholder={text("news.body.place")}
              keepPicture={keepPicture}
              onChange={(body) => write({ body })}
            />
            {pictureFailed && (
              <p role="alert" className={classes.problem}>
                {pictureFailed}
              </p>
            )}
            {errors[`texts.${index}.body`] && <p className={classes.problem}>{errors[`texts.${index}.body`]}</p>}
          </div>
          <TextInput
            label={text("news.pictureAlt")}
            description={text("news.pictureAlt.why")}
            value={currentText.picture_alt}
            error={errorAt("picture_alt")}
            lang={language}
            dir={direction}
            onChange={(event) => write({ picture_alt: event.currentTarget.value })}
          />
          <ArticleFiles draft={draft} onSave={saveForFiles} />
        </div>
        <ArticleSettings
          draft={draft}
          form={form}
          errors={errors}
          busy={busy}
          onChange={change}
          onSave={() => void save()}
          onPublish={(from, to) => void publish(from, to)}
        />
      </div>
    </div>
  );
}

/** `articleId` saves a new article first and returns null if it couldn't be saved. */
function usePictures(articleId: () => Promise<number | null>) {
  const [pictureFailed, setFailed] = useState<string | null>(null);
  const { keepPicture } = useStableHandlers({
    keepPicture: async (file: File): Promise<string | null> => {
      setFailed(null);
      try {
        const id = await articleId();
        return id === null ? null : previewUrlOf((await sendNewsFile(id, "inline", file)).file.id);
      } catch (error) {
        if (error instanceof ProblemError) setFailed(error.errors.file?.[0] ?? error.message);
        else reportFailure(error as Error);
        return null;
      }
    },
  });
  return { keepPicture, pictureFailed };
}
