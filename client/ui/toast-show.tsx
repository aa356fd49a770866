import { notifications } from "@mantine/notifications";
import { ToastBody } from "./ToastBody";
import { undoMs } from "./toast";

let last = 0;
const newId = () => `toast-${++last}`;

export function showDone(message: string): void {
  notifications.show({ message: <ToastBody message={message} kind="done" />, autoClose: 4_000 });
}

export function showUndo(message: string, onUndo: () => void): () => void {
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
}

export function showError(message: string): void {
  const id = `error-${message}`;
  notifications.hide(id);
  notifications.show({
    id,
    message: <ToastBody message={message} kind="error" onClose={() => notifications.hide(id)} />,
    autoClose: false,
  });
}
