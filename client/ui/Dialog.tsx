import { Modal, type ModalProps } from "@mantine/core";
import { useText } from "../platform/intl/useText";

/** A modal whose close button has a label. */
export function Dialog(props: ModalProps) {
  const text = useText();
  return <Modal closeButtonProps={{ "aria-label": text("action.close") }} {...props} />;
}
