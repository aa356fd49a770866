import { UnstyledButton } from "@mantine/core";
import { IconAlertCircle, IconCheck, IconX } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { useText } from "../../platform/intl/useText";
import classes from "./toast.module.css";

interface ToastBodyProps {
  message: string;
  kind: "done" | "undo" | "redo" | "error";
  onTake?: () => void;
  onClose?: () => void;
  lineMs?: number;
}

export function ToastBody({ message, kind, onTake, onClose, lineMs }: ToastBodyProps) {
  const text = useText();
  return (
    <span className={classes.body}>
      {kind === "done" && <IconCheck size={16} stroke={1.75} aria-hidden className={classes.icon} />}
      {kind === "error" && <IconAlertCircle size={16} stroke={1.75} aria-hidden className={classes.icon} />}
      <span className={classes.text}>{message}</span>
      {onTake && (
        <UnstyledButton className={classes.action} onClick={onTake}>
          {text(kind === "redo" ? "action.redo" : "action.undo")}
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
