import { notifications } from "@mantine/notifications";
import { ToastBody } from "./ToastBody";

/** How long "Undo" is offered. */
export const undoMs = 6_000;

let last = 0;
const newId = () => `toast-${++last}`;

export const toast = {
  /** Something worked that one can't see on the screen. */
  done(message: string): void {
    const id = newId();
    notifications.show({
      id,
      message: <ToastBody message={message} kind="done" />,
      autoClose: 4_000,
    });
  },

  /** It has happened; for a moment it can be taken back. Answers how to take the offer away. */
  undo(message: string, onUndo: () => void): () => void {
    const id = newId();
    const undo = () => {
      notifications.hide(id);
      onUndo();
    };
    notifications.show({
      id,
      message: <ToastBody message={message} kind="undo" onUndo={undo} lineMs={undoMs} />,
      autoClose: undoMs,
    });
    return () => notifications.hide(id);
  },

  /** Stays until it is closed: a reason one hasn't read is no reason. The same text is shown once. */
  error(message: string): void {
    const id = `error-${message}`;
    notifications.hide(id);
    notifications.show({
      id,
      message: <ToastBody message={message} kind="error" onClose={() => notifications.hide(id)} />,
      autoClose: false,
    });
  },
};
