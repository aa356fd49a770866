import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { Subtask } from "../../shared/subtasks/subtasks.contract";
import { useText } from "../platform/intl/useText";
import { wasLeft } from "../ui/form/leaving";
import classes from "./Subtasks.module.css";

interface SubtaskNameProps {
  subtask: Subtask;
  editable: boolean;
  editing: boolean;
  onEdit: (editing: boolean) => void;
  /** `version`: what one saw when one began. */
  onSave: (name: string, version: number) => void;
}

/** The name, changed where it stands: Enter or leaving saves, Escape gives up. */
export function SubtaskName({ subtask, editable, editing, onEdit, onSave }: SubtaskNameProps) {
  const text = useText();
  if (editing) {
    return (
      <NameField
        subtask={subtask}
        onDone={(name, version) => {
          onEdit(false);
          if (name !== null && name !== subtask.name) onSave(name, version);
        }}
      />
    );
  }
  if (!editable) return <bdi className={classes.name}>{subtask.name}</bdi>;
  return (
    <button type="button" className={classes.name} title={text("subtask.rename")} onClick={() => onEdit(true)}>
      <bdi>{subtask.name}</bdi>
    </button>
  );
}

function NameField({ subtask, onDone }: { subtask: Subtask; onDone: (name: string | null, version: number) => void }) {
  const text = useText();
  const messageId = useId();
  const [typed, setTyped] = useState(subtask.name);
  const [version] = useState(subtask.version);
  const [empty, setEmpty] = useState(false);
  const closed = useRef(false);
  const close = (save: boolean) => {
    if (closed.current) return;
    const name = typed.trim().replace(/\s+/g, " ");
    closed.current = true;
    onDone(save && name !== "" ? name : null, version);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") close(false);
    else if (event.key === "Enter" && typed.trim() === "") setEmpty(true);
    else if (event.key === "Enter") close(true);
  };
  return (
    <span className={classes.naming}>
      <input
        // The focus comes here: the person has just asked for this field.
        autoFocus
        dir="auto"
        className={classes.field}
        value={typed}
        maxLength={255}
        aria-label={text("subtask.rename")}
        aria-invalid={empty || undefined}
        aria-describedby={empty ? messageId : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setEmpty(false);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => wasLeft() && close(true)}
      />
      {empty && (
        <span id={messageId} className={classes.error} role="alert">
          {text("subtask.nameRequired")}
        </span>
      )}
    </span>
  );
}
