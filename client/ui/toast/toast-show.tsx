import { notifications } from "@mantine/notifications";
import { BehaviorSubject } from "rxjs";
import { ToastBody } from "./ToastBody";
import { undoMs } from "./toast";

let last = 0;
const newId = () => `toast-${++last}`;

export function showDone(message: string): void {
  notifications.show({ message: <ToastBody message={message} kind="done" />, autoClose: 4_000 });
}

export function showOffer(message: string, kind: "undo" | "redo", onTake: () => void): () => void {
  const { id, gone$, hide } = hideable(newId());
  const take = () => {
    hide();
    onTake();
  };
  notifications.show({
    id,
    message: <ToastBody message={message} kind={kind} gone$={gone$} onTake={take} lineMs={undoMs} />,
    autoClose: undoMs,
  });
  return hide;
}

export function showError(message: string): void {
  const { id, gone$, hide } = hideable(`error-${message}`);
  notifications.hide(id);
  notifications.show({
    id,
    message: <ToastBody message={message} kind="error" gone$={gone$} onClose={hide} />,
    autoClose: false,
  });
}

/** What is hidden still fades for a moment: nobody can press it any more, and nobody is read it. */
function hideable(id: string) {
  const gone$ = new BehaviorSubject(false);
  const hide = () => {
    gone$.next(true);
    notifications.hide(id);
  };
  return { id, gone$, hide };
}
