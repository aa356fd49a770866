import { ActionIcon, Button, FileButton, Loader } from "@mantine/core";
import { IconFile, IconFileTypePdf, IconPaperclip, IconPhoto, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import {
  attachToRequest,
  deleteRequestFile,
  readRequestTalk,
  type RequestFile,
} from "../../shared/approvals/request-talk.contract";
import { attachmentAccept, isImageType, isPdfType, refusalOfFile } from "../../shared/attachments/attachments.rules";
import { useFileDrop } from "../attachments/useFileDrop";
import { useFileSize } from "../attachments/useFileSize";
import { newIdempotencyKey } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { OfflineError, ProblemError } from "../platform/problem-error";
import { keyOf, queryClient, useAction } from "../platform/query";
import { upload } from "../platform/upload";
import { firstNameOf } from "../ui/signs/people";
import { RelativeTime } from "../ui/signs/RelativeTime";
import classes from "./RequestTalk.module.css";

interface RequestFilesProps {
  id: number;
  files: readonly RequestFile[];
  changes: boolean;
}

interface Failed {
  name: string;
  why: string;
}

const again = (id: number) => queryClient.invalidateQueries({ queryKey: keyOf(readRequestTalk, { id }) });

/** Files that lie with a request. One is chosen, dropped or pasted; what can't be taken says why. */
export function RequestFiles({ id, files, changes }: RequestFilesProps) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const [sending, setSending] = useState(0);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const sendAll = async (chosen: readonly File[]) => {
    setFailed([]);
    setSending((count) => count + chosen.length);
    for (const file of chosen) {
      const why = await send(id, file).catch((error: unknown) => reasonOf(error));
      if (why)
        setFailed((all) => [...all, { name: file.name, why: why in reasons ? text(reasons[why as Reason]) : why }]);
      setSending((count) => count - 1);
    }
    await again(id);
  };
  useFileDrop(place, changes, (dropped) => void sendAll(dropped));
  return (
    <div ref={place} className={classes.part}>
      {files.length > 0 && (
        <ul className={classes.list}>
          {files.map((file) => (
            <Item key={file.id} id={id} attachment={file} changes={changes} />
          ))}
        </ul>
      )}
      {failed.map(({ name, why }) => (
        <p key={name} className={classes.failed} role="alert">
          <bdi>{name}</bdi>: {why}
        </p>
      ))}
      {changes && (
        <FileButton multiple accept={attachmentAccept} onChange={(chosen) => void sendAll(chosen)}>
          {(button) => (
            <Button
              {...button}
              className={classes.add}
              size="xs"
              leftSection={sending > 0 ? <Loader size={14} /> : <IconPaperclip size={14} stroke={1.75} aria-hidden />}
            >
              {sending > 0 ? text("request.files.sending", { count: sending }) : text("request.files.add")}
            </Button>
          )}
        </FileButton>
      )}
    </div>
  );
}

const reasons = {
  "file.missing": "file.missing",
  "file.tooLarge": "file.tooLarge",
  "file.type": "file.type",
  offline: "error.offline",
  unknown: "error.unknown",
} as const;
type Reason = keyof typeof reasons;

/** Answers why it can't go, before it is sent. */
async function send(id: number, file: File): Promise<string | null> {
  const refusal = refusalOfFile(file);
  if (refusal) return refusal;
  const body = new FormData();
  body.set("file", file, file.name);
  await upload(attachToRequest, {
    params: { id },
    body,
    idempotencyKey: newIdempotencyKey(),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  return null;
}

function reasonOf(error: unknown): string {
  if (error instanceof OfflineError) return "offline";
  if (error instanceof ProblemError) return error.errors.file?.[0] ?? error.message;
  return "unknown";
}

function Item({ id, attachment, changes }: { id: number; attachment: RequestFile; changes: boolean }) {
  const text = useText();
  const sizeOf = useFileSize();
  const remove = useAction(deleteRequestFile, { onSuccess: () => void again(id) });
  const { file, author, created_at } = attachment;
  const Icon = isImageType(file.type) ? IconPhoto : isPdfType(file.type) ? IconFileTypePdf : IconFile;
  return (
    <li className={classes.file}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        <a href={file.url} target="_blank" rel="noreferrer">
          <bdi>{file.name}</bdi>
        </a>
        <span className={classes.by}>
          <span>{sizeOf(file.size)}</span>
          <bdi>{firstNameOf(author.fullname)}</bdi>
          <RelativeTime at={created_at} />
        </span>
      </span>
      {changes && attachment.can.delete && (
        <ActionIcon
          aria-label={text("request.files.remove", { name: file.name })}
          loading={remove.isPending}
          onClick={() => remove.mutate({ params: { id: attachment.id } })}
        >
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </li>
  );
}
