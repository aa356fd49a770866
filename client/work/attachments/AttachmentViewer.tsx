import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconDownload, IconExternalLink } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { Attachment } from "../../../shared/work/attachments/attachments.contract";
import { isImageType, isPdfType } from "../../../shared/kernel/uploads";
import { useFormat, useText } from "../../platform/intl/useText";
import classes from "./AttachmentViewer.module.css";
import { Dialog } from "../../ui/Dialog";
import flow from "../../ui/layout/flow.module.css";

export const isPreviewable = ({ file }: Attachment): boolean => isImageType(file.type) || isPdfType(file.type);

interface ViewerProps {
  /** Only attachments that can be displayed, in display order. */
  attachments: readonly Attachment[];
  shownId: number | null;
  onShow: (id: number | null) => void;
}

/** Viewer for images and PDFs, navigated by buttons and arrow keys. It closes if the shown attachment is deleted. */
export function AttachmentViewer({ attachments, shownId, onShow }: ViewerProps) {
  const at = attachments.findIndex((attachment) => attachment.id === shownId);
  const openAttachment = attachments[at];
  return (
    <Dialog
      opened={openAttachment !== undefined}
      onClose={() => onShow(null)}
      title={openAttachment && <bdi className={classes.title}>{openAttachment.title}</bdi>}
      size="min(1120px, 100vw - 32px)"
      classNames={{ body: classes.body, content: classes.content }}
    >
      {openAttachment && <Shown attachments={attachments} at={at} attachment={openAttachment} onShow={onShow} />}
    </Dialog>
  );
}

function Shown({
  attachments,
  at,
  attachment,
  onShow,
}: Omit<ViewerProps, "shownId"> & { at: number; attachment: Attachment }) {
  const text = useText();
  const { number } = useFormat();
  const [previous, next] = [attachments[at - 1], attachments[at + 1]];
  useArrowKeys(
    () => previous && onShow(previous.id),
    () => next && onShow(next.id),
  );
  const { title, file } = attachment;
  return (
    <>
      <div className={classes.stage}>
        {isPdfType(file.type) ? (
          <iframe key={file.id} className={classes.document} src={file.url} title={title} />
        ) : (
          <Picture key={file.id} attachment={attachment} />
        )}
      </div>
      <footer className={classes.foot}>
        <ActionIcon
          aria-label={text("attachment.previous")}
          title={text("attachment.previous")}
          disabled={!previous}
          onClick={() => previous && onShow(previous.id)}
        >
          <IconChevronLeft size={18} stroke={1.75} className="flip" />
        </ActionIcon>
        <span aria-live="polite" className={classes.place}>
          <span className="sr-only">{title} </span>
          {text("attachment.place", { at: number(at + 1), count: number(attachments.length) })}
        </span>
        <ActionIcon
          aria-label={text("attachment.next")}
          title={text("attachment.next")}
          disabled={!next}
          onClick={() => next && onShow(next.id)}
        >
          <IconChevronRight size={18} stroke={1.75} className="flip" />
        </ActionIcon>
        <span className={flow.grow} />
        <ActionIcon
          component="a"
          href={file.url}
          target="_blank"
          rel="noreferrer"
          aria-label={text("attachment.newTab")}
          title={text("attachment.newTab")}
        >
          <IconExternalLink size={16} stroke={1.75} />
        </ActionIcon>
        <ActionIcon
          component="a"
          href={file.url}
          download={file.name}
          aria-label={text("attachment.download", { title })}
          title={text("attachment.download", { title })}
        >
          <IconDownload size={16} stroke={1.75} />
        </ActionIcon>
      </footer>
    </>
  );
}

function Picture({ attachment: { file, title } }: { attachment: Attachment }) {
  const text = useText();
  const [broken, setBroken] = useState(false);
  if (broken) return <p className={classes.broken}>{text("attachment.cantShow")}</p>;
  return <img className={classes.picture} src={file.url} alt={title} onError={() => setBroken(true)} />;
}

/** Follows the reading direction: in right-to-left languages the right arrow goes back. */
function useArrowKeys(onPrevious: () => void, onNext: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const fromRight = document.documentElement.dir === "rtl";
      if (event.key === "ArrowLeft") (fromRight ? onNext : onPrevious)();
      else if (event.key === "ArrowRight") (fromRight ? onPrevious : onNext)();
    };
    // Uses the capture phase, because the panel below stops the propagation of keys.
    document.addEventListener("keydown", press, { capture: true });
    return () => document.removeEventListener("keydown", press, { capture: true });
  });
}
