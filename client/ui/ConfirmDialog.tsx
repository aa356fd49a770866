import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useText } from "../platform/intl/useText";
import { CancelButton } from "./CancelButton";
import classes from "./ConfirmDialog.module.css";
import { Dialog } from "./Dialog";

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  children?: ReactNode;
  confirmLabel: string;
  /** A name that must be typed to confirm. */
  typedName?: string;
  pending?: boolean;
  /** False while the dialog doesn't yet say what the action does. */
  canConfirm?: boolean;
  /** `danger` (default) for destructive actions. */
  tone?: "danger" | "accent";
  /** Required if the dialog opens above dialogs that were mounted later. */
  zIndex?: number;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirmation for irreversible actions only; all other actions run immediately and offer "Undo". */
export function ConfirmDialog({ opened, onClose, title, zIndex, ...content }: ConfirmDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size={460} zIndex={zIndex}>
      {opened && <Content onClose={onClose} {...content} />}
    </Dialog>
  );
}

function Content({
  children,
  confirmLabel,
  typedName,
  pending,
  canConfirm = true,
  tone = "danger",
  onConfirm,
  onClose,
}: Omit<ConfirmDialogProps, "opened" | "title" | "zIndex">) {
  const text = useText();
  const [typed, setTyped] = useState("");
  const ready = canConfirm && (typedName === undefined || typed.trim() === typedName.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !pending) onConfirm();
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      {children}
      {typedName !== undefined && (
        <TextInput
          label={text("confirm.typeName", { name: typedName })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-unkept
          data-autofocus
        />
      )}
      <footer className={classes.actions}>
        <CancelButton
          isSending={pending}
          onClick={onClose}
          // Focuses Cancel, so that a hasty Enter doesn't destroy anything.
          data-autofocus={(tone === "danger" && typedName === undefined) || undefined}
        />
        <Button
          type="submit"
          variant="filled"
          color={tone === "danger" ? "danger" : undefined}
          disabled={!ready}
          loading={pending}
          data-autofocus={(tone === "accent" && typedName === undefined) || undefined}
        >
          {confirmLabel}
        </Button>
      </footer>
    </form>
  );
}
