import { useRef } from "react";
import type { Endpoint, ReplyOf } from "../../../shared/kernel/endpoint";
import type { CallInput } from "../api";
import { useAction } from "../query";
import { useStoredDraft } from "./useStoredDraft";

interface DraftSendingOptions<E extends Endpoint> {
  inputOf: (value: string) => Omit<CallInput<E>, "signal">;
  /** `isCleared` is false if the user has typed more text since sending. */
  onSent: (reply: ReplyOf<E>, isCleared: boolean) => void;
}

/** A stored draft and the call that sends it. Text that was typed while the draft was being sent stays in the field. */
export function useDraftSending<E extends Endpoint>(
  place: string,
  endpoint: E,
  { inputOf, onSent }: DraftSendingOptions<E>,
) {
  const draft = useStoredDraft(place);
  const sentValue = useRef("");
  const send = useAction(endpoint, {
    onSuccess: (reply) => {
      const isCleared = draft.value === sentValue.current;
      if (isCleared) draft.clear();
      onSent(reply, isCleared);
    },
  });
  const submit = () => {
    if (send.isPending) return;
    sentValue.current = draft.value;
    send.mutate(inputOf(draft.value));
  };
  return { draft, submit, isSending: send.isPending };
}
