import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { deleteFinance } from "../../../../shared/requests/finance/finance.contract";
import { BackToRequest } from "../../../approvals/approvals/ReturnReason";
import { useText } from "../../../platform/intl/useText";
import { useAction } from "../../../platform/query";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import layout from "../../money/RequestFields.module.css";

interface FormButtonsProps {
  kept: number | null;
  /** True if the request was submitted before and is being resubmitted. */
  sent: boolean;
  sending: boolean;
  asDraft: boolean;
  onSubmit: (asDraft: boolean) => void;
  onDiscarded: () => void;
}

export function FormButtons({ kept, sent, sending, asDraft, onSubmit, onDiscarded }: FormButtonsProps) {
  const text = useText();
  const [asking, setAsking] = useState(false);
  const remove = useAction(deleteFinance, { onSuccess: onDiscarded });
  return (
    <>
      {!sent && (
        <Button variant="subtle" color="gray" onClick={() => (kept !== null ? setAsking(true) : onDiscarded())}>
          {text("finance.discard")}
        </Button>
      )}
      {sent && kept !== null && <BackToRequest family="finance" id={kept} />}
      <div className={layout.actions}>
        <Button loading={sending && asDraft} onClick={() => onSubmit(true)}>
          {text(sent ? "finance.saveChanges" : "finance.saveDraft")}
        </Button>
        <Button
          data-sends
          variant="filled"
          loading={sending && !asDraft}
          leftSection={<IconSend size={16} stroke={1.75} className="flip" aria-hidden />}
          onClick={() => onSubmit(false)}
        >
          {text(sent ? "finance.resend" : "finance.send")}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={text("finance.discard.title")}
        confirmLabel={text("finance.discard")}
        pending={remove.isPending}
        onConfirm={() => kept !== null && remove.mutate({ params: { id: kept } })}
        onClose={() => setAsking(false)}
      >
        {text("finance.discard.why")}
      </ConfirmDialog>
    </>
  );
}
