import { ActionIcon, Button, FileButton } from "@mantine/core";
import { IconPaperclip, IconX } from "@tabler/icons-react";
import type { readRequestDiscussion } from "../../../shared/approvals/approvals/request-discussion.contract";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { attachmentAccept } from "../../../shared/kernel/uploads";
import { RequestFiles } from "../approvals/RequestFiles";
import { useText } from "../../platform/intl/useText";
import classes from "./DraftFiles.module.css";

interface DraftFilesProps {
  /** Null until the draft is first saved. */
  id: number | null;
  discussion: ReplyOf<typeof readRequestDiscussion>["data"] | undefined;
  /** Files that are uploaded once the draft is saved. */
  chosen: readonly File[];
  onChosen: (chosen: readonly File[]) => void;
  onKeep: () => void;
}

/** Files attached to a request that is being written. They are uploaded as soon as its draft is saved. */
export function DraftFiles({ id, discussion, chosen, onChosen, onKeep }: DraftFilesProps) {
  const text = useText();
  // Mounted before the discussion is loaded: the form may be closed by sending it, and uploads that have begun continue.
  if (id !== null) {
    const { attachments = [], can = { comment: true } } = discussion ?? {};
    return (
      <div>
        <RequestFiles id={id} files={attachments} mayChange={can.comment} first={chosen} />
      </div>
    );
  }
  return (
    <div>
      {chosen.length > 0 && (
        <ul className={classes.chosen}>
          {chosen.map((file, at) => (
            <li key={`${file.name} ${at}`}>
              <bdi>{file.name}</bdi>
              <ActionIcon
                aria-label={text("request.files.remove", { name: file.name })}
                onClick={() => onChosen(chosen.filter((one) => one !== file))}
              >
                <IconX size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <FileButton
        multiple
        accept={attachmentAccept}
        onChange={(files) => {
          onChosen([...chosen, ...files]);
          onKeep();
        }}
      >
        {(button) => (
          <Button {...button} size="xs" leftSection={<IconPaperclip size={14} stroke={1.75} aria-hidden />}>
            {text("request.files.add")}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
