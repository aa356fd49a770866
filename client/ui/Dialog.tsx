import { Modal, type ModalProps } from "@mantine/core";
import { useText } from "../platform/intl/useText";
import { useClosing } from "./sending";

/** A modal whose close button has a label. It can't be closed while its content sends a request. */
export function Dialog({ onClose, ...props }: ModalProps) {
  const text = useText();
  return <Modal closeButtonProps={{ "aria-label": text("action.close") }} {...props} {...useClosing(onClose)} />;
}
