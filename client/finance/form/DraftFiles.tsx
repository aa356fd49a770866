import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { readRequestTalk } from "../../../shared/approvals/request-talk.contract";
import { RequestFiles } from "../../approvals/RequestFiles";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import classes from "./FinanceForm.module.css";

interface DraftFilesProps {
  /** Null until it is kept: files lie with what is kept. */
  id: number | null;
  onKeep: () => void;
}

/** Quotes, invoices and receipts that go along. */
export function DraftFiles({ id, onKeep }: DraftFilesProps) {
  const text = useText();
  const talk = useEndpoint(readRequestTalk, { params: { id: id ?? 0 } }, { enabled: id !== null }).data?.data;
  return (
    <div className={classes.files}>
      {id === null && (
        <Button leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />} onClick={onKeep}>
          {text("finance.keepForFiles")}
        </Button>
      )}
      {id !== null && talk && <RequestFiles id={id} files={talk.attachments} changes={talk.can.comment} />}
    </div>
  );
}
