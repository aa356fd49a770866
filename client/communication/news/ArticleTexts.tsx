import { Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { type Language, languages } from "../../../shared/kernel/languages";
import { previewUrlOf } from "../../../shared/kernel/uploads";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { TextEditor } from "../../ui/text-editor/TextEditor";
import { useStableHandlers } from "../../ui/useStableHandlers";
import { type DraftText, emptyDraftText } from "./draft";
import { LanguageVersions } from "./LanguageVersions";
import { sendNewsFile } from "./send-file";
import type { ArticleForm } from "./useArticleForm";
import classes from "./news.module.css";
import tones from "../../ui/layout/tones.module.css";

/** Texts of an article in one language at a time. */
export function ArticleTexts({ article }: { article: ArticleForm }) {
  const text = useText();
  const { form, draft, discardCount, saveForFiles } = article;
  const { texts, language: original } = form.values;
  const [language, setLanguage] = useState<Language>(original);
  const { keepPicture, pictureFailed } = usePictures(async () => draft?.id ?? saveForFiles());
  const index = texts.findIndex((version) => version.language === language);
  const current = texts[index] ?? emptyDraftText(language);
  const bodyError = form.errorAt(`texts.${index}.body`);
  const field = (name: Exclude<keyof DraftText, "language" | "body">) => ({
    value: current[name],
    lang: language,
    dir: languages[language].direction,
    error: form.errorAt(`texts.${index}.${name}`),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.setValue(`texts.${index}.${name}`, event.currentTarget.value),
  });
  return (
    <>
      <LanguageVersions
        form={form.values}
        language={language}
        onChoose={setLanguage}
        onAdd={(added) => {
          form.setValue("texts", [...texts, emptyDraftText(added)]);
          setLanguage(added);
        }}
        onRemove={(removed) => {
          form.setValue(
            "texts",
            texts.filter((version) => version.language !== removed),
          );
          setLanguage(original);
        }}
      />
      <TextInput label={text("news.title")} {...field("title")} />
      <Textarea label={text("news.summary")} description={text("news.summary.why")} {...field("summary")} />
      <div>
        <div className={classes.label}>{text("news.body")}</div>
        <TextEditor
          key={`${language} ${discardCount}`}
          html={current.body}
          people={[]}
          label={text("news.body")}
          placeholder={text("news.body.place")}
          keepPicture={keepPicture}
          onChange={(body) => form.setValue(`texts.${index}.body`, body)}
        />
        {pictureFailed && (
          <p role="alert" className={tones.danger}>
            {pictureFailed}
          </p>
        )}
        {bodyError && <p className={tones.danger}>{bodyError}</p>}
      </div>
      <TextInput label={text("news.pictureAlt")} description={text("news.pictureAlt.why")} {...field("picture_alt")} />
    </>
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
