import { notifications } from "@mantine/notifications";
import { type ToastAction, undoMs } from "./toast";
import { UnstyledButton } from "@mantine/core";
import { IconAlertCircle, IconCheck, IconX } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { useText } from "../../platform/intl/useText";
import { Store, useStore } from "../../platform/store";
import classes from "./toast.module.css";

interface ToastBodyProps {
  message: string;
  kind: "done" | "undo" | "redo" | "offer" | "error";
  label?: string;
  hidden$?: Store<boolean>;
  onTake?: () => void;
  other?: ToastAction;
  onClose?: () => void;
  lineMs?: number;
}

const never$ = new Store(false);

function ToastBody({ message, kind, label, hidden$ = never$, onTake, other, onClose, lineMs }: ToastBodyProps) {
  const text = useText();
  const isHidden = useStore(hidden$);
  return (
    <span className={classes.body} inert={isHidden} aria-hidden={isHidden}>
      {kind === "done" && <IconCheck size={16} stroke={1.75} aria-hidden className={classes.icon} />}
      {kind === "error" && <IconAlertCircle size={16} stroke={1.75} aria-hidden className={classes.icon} />}
      <span className={classes.text}>{message}</span>
      {other && (
        <UnstyledButton className={classes.action} onClick={other.onTake}>
          {other.label}
        </UnstyledButton>
      )}
      {onTake && (
        <UnstyledButton className={classes.action} onClick={onTake}>
          {label ?? text(kind === "redo" ? "action.redo" : "action.undo")}
        </UnstyledButton>
      )}
      {onClose && (
        <UnstyledButton className={classes.close} onClick={onClose} aria-label={text("action.close")}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      )}
      {lineMs && <i className={classes.line} style={{ "--line-ms": `${lineMs}ms` } as CSSProperties} />}
    </span>
  );
}

/** Toasts are alerts by default. Those that aren't errors are announced by the polite live region instead. */
const silentRole = "presentation";

let last = 0;
const newId = () => `toast-${++last}`;

export function showSuccessToast(message: string): void {
  notifications.show({ role: silentRole, message: <ToastBody message={message} kind="done" />, autoClose: 4_000 });
}

export function showActionToast(
  message: string,
  kind: "undo" | "redo" | "offer",
  onTake: () => void,
  { label, other }: { label?: string; other?: ToastAction } = {},
): () => void {
  const { id, hidden$, hide } = hideable(newId());
  const thenHide = (act: () => void) => () => {
    hide();
    act();
  };
  notifications.show({
    id,
    role: silentRole,
    message: (
      <ToastBody
        message={message}
        kind={kind}
        label={label}
        hidden$={hidden$}
        onTake={thenHide(onTake)}
        other={other && { ...other, onTake: thenHide(other.onTake) }}
        lineMs={undoMs}
      />
    ),
    autoClose: undoMs,
  });
  return hide;
}

export function showErrorToast(message: string, remedy?: ToastAction): void {
  const { id, hidden$, hide } = hideable(`error-${message}`);
  notifications.hide(id);
  notifications.show({
    id,
    message: (
      <ToastBody
        message={message}
        kind="error"
        hidden$={hidden$}
        label={remedy?.label}
        onTake={
          remedy &&
          (() => {
            hide();
            remedy.onTake();
          })
        }
        onClose={hide}
      />
    ),
    autoClose: false,
  });
}

/** A hidden toast fades out for a moment; meanwhile it can't be pressed and isn't announced. */
function hideable(id: string) {
  const hidden$ = new Store(false);
  const hide = () => {
    hidden$.set(true);
    notifications.hide(id);
  };
  return { id, hidden$, hide };
}
