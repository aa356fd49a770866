import { useState } from "react";
import type { Endpoint, ReplyOf } from "../../../shared/kernel/endpoint";
import type { CallInput } from "../../platform/api";
import type { MessageId } from "../../platform/intl/catalogues";
import { useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { ConfirmDialog } from "../../ui/ConfirmDialog";

export interface ConfirmTexts {
  /** Label of the button that opens the dialog and of the one that confirms. */
  label: MessageId;
  title: MessageId;
  why: MessageId;
}

interface ConfirmedActionOptions<E extends Endpoint> {
  texts: ConfirmTexts;
  onSuccess?: (reply: ReplyOf<E>) => void;
  onProblem?: () => void;
}

/** An action that is confirmed in a dialog, such as canceling a request. The caller renders the dialog. */
export function useConfirmedAction<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { texts, onSuccess, onProblem }: ConfirmedActionOptions<E>,
) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const action = useAction(endpoint, {
    onSuccess: (reply) => {
      setOpen(false);
      onSuccess?.(reply);
    },
    onProblem: () => onProblem?.(),
  });
  return {
    confirm: () => setOpen(true),
    dialog: (
      <ConfirmDialog
        opened={isOpen}
        title={text(texts.title)}
        confirmLabel={text(texts.label)}
        pending={action.isPending}
        onConfirm={() => action.mutate(input)}
        onClose={() => setOpen(false)}
      >
        {text(texts.why)}
      </ConfirmDialog>
    ),
  };
}
