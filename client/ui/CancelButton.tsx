import { Button, type ButtonProps } from "@mantine/core";
import type { MouseEventHandler } from "react";
import { useText } from "../platform/intl/useText";

interface CancelButtonProps extends Pick<ButtonProps, "size"> {
  /** Disables the button: closing doesn't stop the request, and would hide its result. */
  isSending: boolean | undefined;
  onClick: () => void;
  onMouseDown?: MouseEventHandler;
  "data-autofocus"?: true | undefined;
}

/** Cancel button of a dialog or form that sends a request. */
export function CancelButton({ isSending, ...button }: CancelButtonProps) {
  const text = useText();
  return (
    <Button variant="subtle" color="gray" disabled={isSending} {...button}>
      {text("action.cancel")}
    </Button>
  );
}
