import { ActionIcon, Button, FileButton, Loader } from "@mantine/core";
import { IconFile, IconFileTypePdf, IconPaperclip, IconPhoto, IconTrash } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  attachToRequest,
  deleteRequestFile,
  readRequestDiscussion,
  type RequestFile,
} from "../../../shared/approvals/approvals/request-discussion.contract";
import { attachmentAccept, isImageType, isPdfType, fileRefusalOf } from "../../../shared/kernel/uploads";
import { useFileDrop } from "../../work/attachments/useFileDrop";
import { useFileSize } from "../../work/attachments/useFileSize";
import { newIdempotencyKey } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { OfflineError, ProblemError } from "../../platform/problem-error";
import { queryKeyOf, refetch, useAction } from "../../platform/query";
import { upload } from "../../platform/upload";
import { firstNameOf } from "../../ui/signs/people";
import { RelativeTime } from "../../ui/signs/RelativeTime";
import classes from "./RequestDiscussion.module.css";

interface RequestFilesProps {
  id: number;
  files: readonly RequestFile[];
  mayChange: boolean;
  /** Files chosen before the request existed; uploaded on mount. */
  first?: readonly File[];
}

interface Failed {
  name: string;
  why: string;
}

const refetchDiscussion = (id: number) => refetch(queryKeyOf(readRequestDiscussion, { id }));

export function RequestFiles({ id, files, mayChange, first = [] }: RequestFilesProps) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const [sendingCount, setSendingCount] = useState(0);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const sendAll = async (chosen: readonly File[]) => {
    setFailed([]);
    setSendingCount((count) => count + chosen.length);
    for (const file of chosen) {
      const why = await send(id, file).catch((error: unknown) => reasonOf(error));
      if (why)
        setFailed((all) => [...all, { name: file.name, why: why in reasons ? text(reasons[why as Reason]) : why }]);
      setSendingCount((count) => count - 1);
    }
    await refetchDiscussion(id);
  };
  const sendFirst = useEffectEvent(() => {
    if (first.length > 0) void sendAll(first);
  });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    sendFirst();
  }, []);
  useFileDrop(place, mayChange, (dropped) => void sendAll(dropped));
  return (
    <div ref={place} className={classes.part}>
      {files.length > 0 && (
        <ul className={classes.list}>
          {files.map((file) => (
            <Item key={file.id} id={id} attachment={file} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {failed.map(({ name, why }) => (
        <p key={name} className={classes.failed} role="alert">
          <bdi>{name}</bdi>: {why}
        </p>
      ))}
      {mayChange && (
        <FileButton multiple accept={attachmentAccept} onChange={(chosen) => void sendAll(chosen)}>
          {(button) => (
            <Button
              {...button}
              className={classes.add}
              size="xs"
              leftSection={
                sendingCount > 0 ? <Loader size={14} /> : <IconPaperclip size={14} stroke={1.75} aria-hidden />
              }
            >
              {sendingCount > 0 ? text("request.files.sending", { count: sendingCount }) : text("request.files.add")}
            </Button>
          )}
        </FileButton>
      )}
    </div>
  );
}

const reasons = {
  "file.empty": "file.empty",
  "file.tooLarge": "file.tooLarge",
  "file.type": "file.type",
  offline: "error.offline",
  unknown: "error.unknown",
} as const;
type Reason = keyof typeof reasons;

/** Uploads a file. Returns the reason if the client rejects it before the upload, otherwise null. */
async function send(id: number, file: File): Promise<string | null> {
  const refusal = fileRefusalOf(file);
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

function Item({ id, attachment, mayChange }: { id: number; attachment: RequestFile; mayChange: boolean }) {
  const text = useText();
  const sizeOf = useFileSize();
  const remove = useAction(deleteRequestFile, { onSuccess: () => void refetchDiscussion(id) });
  const { file, author, created_at } = attachment;
  const Icon = isImageType(file.type) ? IconPhoto : isPdfType(file.type) ? IconFileTypePdf : IconFile;
  return (
    <li className={classes.file}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className={classes.content}>
        <a href={file.url} target="_blank" rel="noreferrer">
          <bdi>{file.name}</bdi>
        </a>
        <span className={classes.by}>
          <span>{sizeOf(file.size)}</span>
          <bdi>{firstNameOf(author.fullname)}</bdi>
          <RelativeTime at={created_at} />
        </span>
      </span>
      {mayChange && attachment.can.delete && (
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
