import { Modal } from "@mantine/core";
import { useText } from "../platform/intl/useText";
import classes from "./RefusedDialog.module.css";

export interface RefusedOne {
  id: number;
  /** Whose or what it is. */
  name: string;
  /** Why, in the reader's language. */
  message?: string | null;
}

interface RefusedDialogProps {
  title: string;
  /** Open as long as there are any. */
  refused: readonly RefusedOne[];
  onClose: () => void;
}

/** After several were changed at once: which weren't, and why. */
export function RefusedDialog({ title, refused, onClose }: RefusedDialogProps) {
  const text = useText();
  return (
    <Modal
      opened={refused.length > 0}
      onClose={onClose}
      title={title}
      closeButtonProps={{ "aria-label": text("action.close") }}
    >
      <ul className={classes.list}>
        {refused.map(({ id, name, message }) => (
          <li key={id}>
            <b>
              <bdi>{name}</bdi>
            </b>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
