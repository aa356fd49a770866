import { UnstyledButton } from "@mantine/core";
import { IconAlertCircle, IconCheck, IconX } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { BehaviorSubject } from "rxjs";
import { useText } from "../../platform/intl/useText";
import { useValue } from "../../platform/value";
import classes from "./toast.module.css";

interface ToastBodyProps {
  message: string;
  kind: "done" | "undo" | "redo" | "error";
  /** Whether it is on its way out. */
  gone$?: BehaviorSubject<boolean>;
  onTake?: () => void;
  onClose?: () => void;
  lineMs?: number;
}

const never$ = new BehaviorSubject(false);

export function ToastBody({ message, kind, gone$ = never$, onTake, onClose, lineMs }: ToastBodyProps) {
  const text = useText();
  const gone = useValue(gone$);
  return (
    <span className={classes.body} inert={gone} aria-hidden={gone}>
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
