import { ActionIcon } from "@mantine/core";
import { IconPlus, IconUpload } from "@tabler/icons-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useNavigate } from "react-router-dom";
import type { Attachment } from "../../../shared/work/attachments/attachments.contract";
import { attachmentAccept } from "../../../shared/kernel/uploads";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useCurrentUser } from "../../platform/session";
import { toast } from "../../ui/toast/toast";
import { AttachmentItem } from "./AttachmentItem";
import type { OnCoverChange, TaskOfAttachments } from "./AttachmentMenu";
import { AttachmentViewer, isPreviewable } from "./AttachmentViewer";
import classes from "./TaskAttachments.module.css";
import type { Upload } from "./uploads";
import { UploadItem, useUploadError } from "./UploadItem";
import { useFileDrop } from "./useFileDrop";
import { unseenFailures, uploads, useUploads } from "./useUploads";
import tones from "../../ui/layout/tones.module.css";

interface TaskAttachmentsProps {
  task: TaskOfAttachments & {
    key: string;
    attachments: readonly Attachment[];
    can: { attach: boolean };
  };
  onCoverChange: OnCoverChange;
}

export function TaskAttachments({ task, onCoverChange }: TaskAttachmentsProps) {
  const text = useText();
  const { number } = useFormat();
  const { id: userId } = useCurrentUser();
  const { attachments, can } = task;
  const section = useRef<HTMLElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [shownId, setShownId] = useState<number | null>(null);
  const pendingUploads = useUploads(task.id, attachments);
  const add = useCallback(
    (files: readonly File[], how?: "drop" | "paste") => {
      const titledFiles = files.map((file) => ({ file, title: how === "paste" ? pastedTitle(file, text) : undefined }));
      uploads.add(titledFiles.map((each) => ({ ...each, userId, taskId: task.id })));
    },
    [task.id, userId, text],
  );
  const over = useFileDrop(section, can.attach, add);
  const choose = () => chooser.current?.click();
  if (attachments.length === 0 && !can.attach) return null;
  const isBeingReplaced = ({ id }: Attachment) =>
    pendingUploads.some(({ replaces, state }) => replaces === id && state !== "failed");
  return (
    <section ref={section} className={classes.section} aria-labelledby={`attachments-${task.id}`}>
      <header className={classes.head}>
        <h2 id={`attachments-${task.id}`}>{text("task.attachments")}</h2>
        {attachments.length > 0 && <span className={tones.quietFigures}>{number(attachments.length)}</span>}
        {can.attach && (
          <ActionIcon
            className={classes.add}
            aria-label={text("attachment.add")}
            title={text("attachment.add")}
            onClick={choose}
          >
            <IconPlus size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </header>
      {attachments.length + pendingUploads.length > 0 ? (
        <ul className={classes.list}>
          {attachments.map((attachment) => (
            <AttachmentItem
              key={attachment.id}
              attachment={attachment}
              task={task}
              onCoverChange={onCoverChange}
              busy={isBeingReplaced(attachment)}
              onShow={() => setShownId(attachment.id)}
            />
          ))}
          {pendingUploads.map((upload) => (
            <UploadItem key={upload.id} upload={upload} />
          ))}
        </ul>
      ) : (
        <button type="button" className={classes.empty} onClick={choose}>
          <IconUpload size={16} stroke={1.75} aria-hidden />
          <span>
            {text("attachment.none")}
            <small>{text("attachment.note")}</small>
          </span>
        </button>
      )}
      {can.attach && attachments.length + pendingUploads.length > 0 && (
        <p className={classes.note}>{text("attachment.note")}</p>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={attachmentAccept}
        data-attachment-chooser
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = ""; // lets the same file be chosen again
        }}
      />
      <Announcements userId={userId} task={task} />
      {over && <DropOverlay area={over} label={text("attachment.dropHere", { key: task.key })} />}
      <AttachmentViewer attachments={attachments.filter(isPreviewable)} shownId={shownId} onShow={setShownId} />
    </section>
  );
}

/** Clipboards name every image "image.png". */
function pastedTitle(file: File, text: ReturnType<typeof useText>): string | undefined {
  return /^image\.\w+$/i.test(file.name) ? text("attachment.pasted") : undefined;
}

function DropOverlay({ area, label }: { area: HTMLElement; label: string }) {
  return createPortal(
    <div className={classes.drop} aria-hidden>
      <span>
        <IconUpload size={20} stroke={1.75} />
        {label}
      </span>
    </div>,
    area,
  );
}

function Announcements({ userId, task: { id: taskId, key } }: { userId: number; task: { id: number; key: string } }) {
  const text = useText();
  const navigate = useNavigate();
  const reasonOf = useUploadError();
  const [announcement, setAnnouncement] = useState("");
  useEffect(() => {
    const sentence = (upload: Upload) =>
      upload.attachment
        ? text("attachment.created", { title: upload.attachment.title })
        : text("attachment.said.failed", { name: upload.name, reason: reasonOf(upload) });
    const ends = uploads.ended$.subscribe((upload) => {
      if (upload.userId === userId && upload.taskId === taskId) setAnnouncement(sentence(upload));
    });
    return () => ends();
  }, [userId, taskId, text, reasonOf]);
  useEffect(
    () =>
      unseenFailures.open(taskId, (upload) =>
        toast.error(text("attachment.said.failed", { name: upload.name, reason: reasonOf(upload) }), {
          label: text("command.task.open", { key }),
          onTake: () => void navigate(paths.anyTask(taskId)),
        }),
      ),
    [taskId, key, text, reasonOf, navigate],
  );
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {announcement}
    </div>
  );
}
