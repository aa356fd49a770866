import { ActionIcon, Button, FileButton } from "@mantine/core";
import { IconFileText, IconPaperclip, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { attachmentAccept } from "../../../shared/kernel/uploads";
import {
  attachToEntry,
  detachFromEntry,
  type EntryFile,
  listEntryFiles,
} from "../../../shared/people/employment/entry.contract";
import { listUserHistory } from "../../../shared/people/people/user-history.contract";
import { newIdempotencyKey } from "../../platform/api";
import { download } from "../../platform/download";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { queryKeyOf, refetch, useAction } from "../../platform/query";
import { useCan } from "../../platform/session";
import { upload } from "../../platform/upload";
import classes from "./EmployeeHistory.module.css";

interface EntryFilesProps {
  entry: { id: number; type: string; effective_on: string };
  userId: number;
  files: readonly EntryFile[];
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

export function EntryFiles({ entry, userId, files }: EntryFilesProps) {
  const text = useText();
  const edits = useCan()("user-edit");
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const again = () => refetch(queryKeyOf(listEntryFiles, { id: userId }));
  const remove = useAction(detachFromEntry, { onSuccess: () => void again() });
  const letter = () => download(listUserHistory, `/employment-entry/${entry.id}/letter`);
  const send = async (file: File | null) => {
    if (!file) return;
    const body = new FormData();
    body.set("file", file, file.name);
    setBusy(true);
    setFailed(null);
    const on = { params: { id: entry.id }, body, idempotencyKey: newIdempotencyKey() };
    try {
      await upload(attachToEntry, { ...on, signal: new AbortController().signal, onProgress: () => undefined });
      await again();
    } catch (error) {
      if (error instanceof ProblemError) setFailed(error.errors.file?.[0] ?? error.message);
      else reportFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {files.map(({ id, file }) => (
        <div key={id} className={classes.file}>
          <IconPaperclip {...icon} />
          <a href={file.url} target="_blank" rel="noreferrer">
            <bdi>{file.name}</bdi>
          </a>
          {edits && (
            <ActionIcon
              size="sm"
              aria-label={text("people.history.removeFile", { name: file.name })}
              onClick={() => remove.mutate({ params: { id } })}
            >
              <IconTrash {...icon} />
            </ActionIcon>
          )}
        </div>
      ))}
      {failed && (
        <p role="alert" className={classes.failed}>
          {failed}
        </p>
      )}
      <div className={classes.files}>
        {entry.type === "promotion" && (
          <Button size="xs" variant="default" leftSection={<IconFileText {...icon} />} onClick={() => void letter()}>
            {text("people.history.letter")}
          </Button>
        )}
        {edits && (
          <FileButton accept={attachmentAccept} onChange={(file) => void send(file)}>
            {(button) => (
              <Button {...button} size="xs" variant="default" loading={busy} leftSection={<IconPaperclip {...icon} />}>
                {text("people.history.attach")}
              </Button>
            )}
          </FileButton>
        )}
      </div>
    </>
  );
}
