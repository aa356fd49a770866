import { ActionIcon, Button, FileButton } from "@mantine/core";
import { IconPaperclip, IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { FileRecord } from "../../../../shared/work/attachments/attachments.contract";
import type { LeaveUnit } from "../../../../shared/requests/leave/types/counting.rules";
import { attachmentAccept, fileRefusalOf } from "../../../../shared/kernel/uploads";
import { useFileSize } from "../../../work/attachments/useFileSize";
import { useFormat, useText } from "../../../platform/intl/useText";
import { OptionalLabel } from "../../../ui/fields/OptionalLabel";
import classes from "./LeaveDocument.module.css";
import { useLeaveTexts } from "../types/useLeaveTexts";

interface LeaveDocumentProps {
  file: FileRecord | null;
  chosen: File | null;
  needed: boolean;
  /** The document is required for leave longer than this number of days; null if it is never required. */
  after: number | null;
  unit: LeaveUnit;
  error?: string;
  onChoose: (file: File) => void;
  onRemove: () => void;
}

export function LeaveDocument({ file, chosen, needed, after, unit, error, onChoose, onRemove }: LeaveDocumentProps) {
  const text = useText();
  const { number } = useFormat();
  const { amountOf } = useLeaveTexts();
  const sizeOf = useFileSize();
  const id = useId();
  const [refused, setRefused] = useState<string | null>(null);
  const currentFile = chosen ?? file;
  const take = (picked: File | null) => {
    if (!picked) return;
    const refusal = fileRefusalOf(picked);
    setRefused(refusal && text(refusal));
    if (!refusal) onChoose(picked);
  };
  const refusalText = refused ?? error;
  return (
    <div className={classes.document} role="group" aria-labelledby={id} aria-describedby={`${id}-note`}>
      <span id={id} className={classes.label}>
        {needed ? text("leave.document") : <OptionalLabel label={text("leave.document")} />}
      </span>
      <span className={classes.line}>
        {currentFile && (
          <span className={classes.file}>
            <IconPaperclip size={16} stroke={1.75} aria-hidden />
            {chosen || !file ? (
              <bdi className="clip">{currentFile.name}</bdi>
            ) : (
              <a href={file.url} target="_blank" rel="noreferrer" className="clip">
                <bdi>{file.name}</bdi>
              </a>
            )}
            <small>{sizeOf(currentFile.size)}</small>
            <ActionIcon
              size={28}
              aria-label={text("leave.document.remove", { name: currentFile.name })}
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
              leftSection={currentFile ? undefined : <IconPaperclip size={16} stroke={1.75} aria-hidden />}
              aria-invalid={refusalText !== undefined && refusalText !== null ? true : undefined}
            >
              {text(currentFile ? "leave.document.replace" : "leave.document.choose")}
            </Button>
          )}
        </FileButton>
      </span>
      {needed && !currentFile && !refusalText && after !== null && (
        <p className={classes.needed}>
          {unit === "hours"
            ? text("leave.document.neededHours", { time: amountOf(after, unit) })
            : text("leave.document.needed", { days: number(after), count: after })}
        </p>
      )}
      {refusalText && (
        <p className={classes.error} role="alert">
          {refusalText}
        </p>
      )}
      <small id={`${id}-note`}>{text("attachment.note")}</small>
    </div>
  );
}
