import { notifications } from "@mantine/notifications";
import { ToastBody } from "./ToastBody";
import { undoMs } from "./toast";

let last = 0;
const newId = () => `toast-${++last}`;

export function showDone(message: string): void {
  notifications.show({ message: <ToastBody message={message} kind="done" />, autoClose: 4_000 });
}

export function showOffer(message: string, kind: "undo" | "redo", onTake: () => void): () => void {
  const id = newId();
  const take = () => {
    notifications.hide(id);
    onTake();
  };
  notifications.show({
    id,
    message: <ToastBody message={message} kind={kind} onTake={take} lineMs={undoMs} />,
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
