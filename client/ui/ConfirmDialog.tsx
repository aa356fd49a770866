import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useText } from "../platform/intl/useText";
import classes from "./ConfirmDialog.module.css";

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** What will happen, and that it can't be undone. */
  children?: ReactNode;
  /** What the button does: "Delete project". */
  confirmLabel: string;
  /** A name that has to be typed first. */
  typedName?: string;
  pending?: boolean;
  /** Red for what destroys (default), the accent for the rest. */
  tone?: "danger" | "accent";
  onConfirm: () => void;
  onClose: () => void;
}

/** Only for what can't be undone; everything else happens at once and offers "Undo". */
export function ConfirmDialog({ opened, onClose, title, ...content }: ConfirmDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={460}
      closeButtonProps={{ "aria-label": useText()("action.close") }}
    >
      {opened && <Content onClose={onClose} {...content} />}
    </Modal>
  );
}

function Content({
  children,
  confirmLabel,
  typedName,
  pending,
  tone = "danger",
  onConfirm,
  onClose,
}: Omit<ConfirmDialogProps, "opened" | "title">) {
  const text = useText();
  const [typed, setTyped] = useState("");
  const ready = typedName === undefined || typed.trim() === typedName.trim();
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
          data-autofocus
        />
      )}
      <footer className={classes.actions}>
        <Button
          onClick={onClose}
          variant="subtle"
          color="gray"
          // Enter in a hurry must not destroy anything.
          data-autofocus={(tone === "danger" && typedName === undefined) || undefined}
        >
          {text("action.cancel")}
        </Button>
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
