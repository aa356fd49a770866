import { Button, Textarea } from "@mantine/core";
import { type FormEvent, type Ref, useState } from "react";
import { useStoredDraft } from "../../platform/drafts/useStoredDraft";
import { useText } from "../../platform/intl/useText";
import { CancelButton } from "../../ui/CancelButton";
import { StoredDraftNotice } from "../../ui/form/StoredDraftNotice";
import flow from "../../ui/layout/flow.module.css";

export type DecisionAction = "approve" | "reject" | "request_changes";

/** Storage key of a decision's text, which is kept until the server accepts the decision. */
export const decisionDraft = (requestId: number, verdict: DecisionAction) => `decision:${requestId}:${verdict}`;

const words = {
  approve: { label: "request.approveNote", send: "request.approve" },
  reject: { label: "request.rejectWhy", send: "request.rejectNow" },
  request_changes: { label: "request.changeWhat", send: "request.sendBack" },
} as const;

interface ReasonFormProps {
  requestId: number;
  verdict: DecisionAction;
  size: "xs" | "md";
  className: string | undefined;
  ref?: Ref<HTMLFormElement>;
  /** Whether the decision is being sent. The form stays open until it is accepted. */
  pending: boolean;
  onCancel: () => void;
  onSend: (reason: string | null) => void;
}

/** The text of a decision, which a rejection and a request for changes need. Escape and Cancel keep the typed text. */
export function ReasonForm({ requestId, verdict, size, className, ref, pending, onCancel, onSend }: ReasonFormProps) {
  const text = useText();
  const draft = useStoredDraft(decisionDraft(requestId, verdict));
  const reason = draft.value;
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (reason.trim() !== "") onSend(reason.trim());
    else if (verdict === "approve") onSend(null);
    else setMissing(true);
  };
  return (
    <form
      ref={ref}
      className={className}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation(); // Escape closes only the text field, not the request or list around it
        if (!pending) onCancel();
      }}
    >
      <div>
        <Textarea
          maxRows={6}
          data-autofocus
          autoFocus
          readOnly={pending}
          label={text(words[verdict].label)}
          value={reason}
          error={missing && reason.trim() === "" ? text("field.required") : undefined}
          onChange={(event) => draft.change(event.currentTarget.value)}
        />
        {draft.restored && draft.at !== null && (
          <StoredDraftNotice at={draft.at} onDiscard={draft.clear} other={draft.other} />
        )}
      </div>
      <span className={flow.wrap}>
        <Button
          size={size}
          type="submit"
          variant="filled"
          color={verdict === "reject" ? "danger" : undefined}
          loading={pending}
        >
          {text(words[verdict].send)}
        </Button>
        <CancelButton size={size} isSending={pending} onClick={onCancel} />
      </span>
    </form>
  );
}
