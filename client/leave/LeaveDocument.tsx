import { ActionIcon, Button, FileButton } from "@mantine/core";
import { IconPaperclip, IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { FileRecord } from "../../shared/attachments/attachments.contract";
import { attachmentAccept, refusalOfFile } from "../../shared/attachments/attachments.rules";
import { useFileSize } from "../attachments/useFileSize";
import { useFormat, useText } from "../platform/intl/useText";
import { Optional } from "../ui/fields/Optional";
import classes from "./LeaveDocument.module.css";

interface LeaveDocumentProps {
  /** What is attached already. */
  file: FileRecord | null;
  /** Chosen here, and not sent yet. */
  chosen: File | null;
  needed: boolean;
  /** From more than so many days on; null: never. */
  after: number | null;
  /** What the server has against it. */
  error?: string;
  onChoose: (file: File) => void;
  onRemove: () => void;
}

/** The one document of a request: a doctor's note, an invitation. */
export function LeaveDocument({ file, chosen, needed, after, error, onChoose, onRemove }: LeaveDocumentProps) {
  const text = useText();
  const { number } = useFormat();
  const sizeOf = useFileSize();
  const id = useId();
  const [refused, setRefused] = useState<string | null>(null);
  const shown = chosen ?? file;
  const take = (picked: File | null) => {
    if (!picked) return;
    const refusal = refusalOfFile(picked);
    setRefused(refusal && text(refusal));
    if (!refusal) onChoose(picked);
  };
  const said = refused ?? error;
  return (
    <div className={classes.document} role="group" aria-labelledby={id} aria-describedby={`${id}-note`}>
      <span id={id} className={classes.label}>
        {needed ? text("leave.document") : <Optional label={text("leave.document")} />}
      </span>
      <span className={classes.line}>
        {shown && (
          <span className={classes.file}>
            <IconPaperclip size={16} stroke={1.75} aria-hidden />
            {chosen || !file ? (
              <bdi className="clip">{shown.name}</bdi>
            ) : (
              <a href={file.url} target="_blank" rel="noreferrer" className="clip">
                <bdi>{file.name}</bdi>
              </a>
            )}
            <small>{sizeOf(shown.size)}</small>
            <ActionIcon
              variant="subtle"
              size={28}
              aria-label={text("leave.document.remove", { name: shown.name })}
              onClick={() => {
                setRefused(null);
                onRemove();
              }}
            >
              <IconX size={14} stroke={1.75} />
            </ActionIcon>
          </span>
        )}
        <FileButton accept={attachmentAccept} onChange={take}>
          {(props) => (
            <Button
              {...props}
              leftSection={shown ? undefined : <IconPaperclip size={16} stroke={1.75} aria-hidden />}
              aria-invalid={said !== undefined && said !== null ? true : undefined}
            >
              {text(shown ? "leave.document.replace" : "leave.document.choose")}
            </Button>
          )}
        </FileButton>
      </span>
      {needed && !shown && !said && after !== null && (
        <p className={classes.needed}>{text("leave.document.needed", { days: number(after), count: after })}</p>
      )}
      {said && (
        <p className={classes.error} role="alert">
          {said}
        </p>
      )}
      <small id={`${id}-note`}>{text("attachment.note")}</small>
    </div>
  );
}
