import { ActionIcon, Button, FileButton } from "@mantine/core";
import { IconPaperclip, IconPhoto, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { attachmentAccept } from "../../../shared/kernel/uploads";
import { readEditableNews, removeNewsFile } from "../../../shared/communication/news/news.contract";
import type { NewsDraft, NewsFile } from "../../../shared/communication/news/news.replies";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { paths } from "../../platform/paths";
import { queryKeyOf, refetch, useAction } from "../../platform/query";
import { sendNewsFile } from "./send-file";
import classes from "./news.module.css";
import flow from "../../ui/layout/flow.module.css";
import tones from "../../ui/layout/tones.module.css";

interface ArticleFilesProps {
  /** Null for a new article, which is saved as a draft before its first file is sent. */
  draft: NewsDraft | null;
  /** Saves the article. Returns its id, or null if it couldn't be saved. */
  onSave: () => Promise<number | null>;
}

export function ArticleFiles({ draft, onSave }: ArticleFilesProps) {
  const text = useText();
  const navigate = useNavigate();
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const queryKey = queryKeyOf(readEditableNews, { id: draft?.id ?? 0 });
  const remove = useAction(removeNewsFile, { onSuccess: () => void refetch(queryKey) });
  const send = async (kind: NewsFile["kind"], file: File | null) => {
    if (!file) return;
    setBusy(true);
    setFailed(null);
    try {
      const id = draft?.id ?? (await onSave());
      if (id === null) return;
      // The draft's page opens even if the file is refused, so that the article isn't saved twice.
      await sendNewsFile(id, kind, file).finally(() => !draft && navigate(paths.articleEdit(id), { replace: true }));
      await refetch(queryKey);
    } catch (error) {
      if (error instanceof ProblemError) setFailed(error.errors.file?.[0] ?? error.message);
      else reportFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  const attachedFiles = (draft?.files ?? []).filter(({ kind }) => kind !== "inline"); // inline images are in the text
  return (
    <section aria-label={text("news.files")}>
      {attachedFiles.map(({ id, kind, file }) => (
        <div key={id} className={classes.file}>
          {kind === "picture" ? (
            <IconPhoto size={16} stroke={1.75} aria-hidden />
          ) : (
            <IconPaperclip size={16} stroke={1.75} aria-hidden />
          )}
          <a href={file.url} target="_blank" rel="noreferrer">
            <bdi>{file.name}</bdi>
          </a>
          <span className={flow.grow} />
          <ActionIcon
            aria-label={text("news.removeFile", { name: file.name })}
            onClick={() => remove.mutate({ params: { id } })}
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      {failed && (
        <p role="alert" className={tones.danger}>
          {failed}
        </p>
      )}
      <div className={flow.wrap}>
        <FileButton accept="image/jpeg,image/png" onChange={(file) => void send("picture", file)}>
          {(button) => (
            <Button {...button} size="xs" loading={busy}>
              {text("news.choosePicture")}
            </Button>
          )}
        </FileButton>
        <FileButton accept={attachmentAccept} onChange={(file) => void send("attachment", file)}>
          {(button) => (
            <Button {...button} size="xs" loading={busy}>
              {text("news.attach")}
            </Button>
          )}
        </FileButton>
      </div>
    </section>
  );
}
