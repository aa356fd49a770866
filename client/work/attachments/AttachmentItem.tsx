import { ActionIcon } from "@mantine/core";
import { IconDownload, IconFile, IconFileTypePdf, IconPhoto } from "@tabler/icons-react";
import { type MouseEvent, useState } from "react";
import type { Attachment } from "../../../shared/work/attachments/attachments.contract";
import { isImageType, isPdfType } from "../../../shared/kernel/uploads";
import { useText } from "../../platform/intl/useText";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { firstNameOf } from "../../ui/signs/people";
import { RelativeTime } from "../../ui/signs/RelativeTime";
import { AttachmentMenu, type OnCoverChange, type TaskOfAttachments } from "./AttachmentMenu";
import { isPreviewable } from "./AttachmentViewer";
import classes from "./TaskAttachments.module.css";
import { useFileSize } from "./useFileSize";

interface AttachmentItemProps {
  attachment: Attachment;
  task: TaskOfAttachments;
  onCoverChange: OnCoverChange;
  busy: boolean;
  onShow: () => void;
}

export function AttachmentItem({ attachment, task, onCoverChange, busy, onShow }: AttachmentItemProps) {
  const text = useText();
  const sizeOf = useFileSize();
  const { title, file, author, created_at } = attachment;
  const open = (event: MouseEvent) => {
    if (!isPreviewable(attachment) || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onShow();
  };
  return (
    <li className={classes.item} data-busy={busy || undefined} data-attachment={attachment.id}>
      <Thumb key={file.id} attachment={attachment} />
      <span className={classes.words}>
        <a
          className={classes.link}
          href={file.url}
          target="_blank"
          rel="noreferrer"
          download={isPreviewable(attachment) ? undefined : file.name}
          aria-label={
            isPreviewable(attachment) ? text("attachment.open", { title }) : text("attachment.download", { title })
          }
          onClick={open}
        >
          <TruncatedName>{title}</TruncatedName>
        </a>
        <small>
          {task.cover_id === attachment.id && <span className={classes.cover}>{text("attachment.isCover")}</span>}
          {sizeOf(file.size)}
          {author && (
            <>
              {" · "}
              <bdi>{firstNameOf(author.fullname)}</bdi>
            </>
          )}
          {" · "}
          <RelativeTime at={created_at} />
        </small>
      </span>
      <span className={classes.tools}>
        <ActionIcon
          component="a"
          href={file.url}
          download={file.name}
          aria-label={text("attachment.download", { title })}
          title={text("attachment.download", { title })}
        >
          <IconDownload size={16} stroke={1.75} />
        </ActionIcon>
        <AttachmentMenu attachment={attachment} task={task} onCoverChange={onCoverChange} />
      </span>
    </li>
  );
}

function Thumb({ attachment: { file } }: { attachment: Attachment }) {
  const [broken, setBroken] = useState(false);
  const Icon = isImageType(file.type) ? IconPhoto : isPdfType(file.type) ? IconFileTypePdf : IconFile;
  return (
    <span className={classes.thumb} aria-hidden>
      {file.preview_url && !broken ? (
        <img src={file.preview_url} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      ) : (
        <Icon size={16} stroke={1.75} />
      )}
    </span>
  );
}
