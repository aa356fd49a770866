import { type KeyboardEvent, useId, useState } from "react";
import type { Subtask } from "../../../../shared/work/tasks/subtasks.contract";
import { useText } from "../../../platform/intl/useText";
import { LengthError } from "../../../ui/fields/LengthError";
import { isTooLong } from "../../../ui/fields/length";
import { maxSubtaskNameLength } from "../../../../shared/work/tasks/subtasks.schema";
import { useInlineEdit } from "../../../ui/form/useInlineEdit";
import classes from "./Subtasks.module.css";
import flow from "../../../ui/layout/flow.module.css";

interface SubtaskNameProps {
  subtask: Subtask;
  editable: boolean;
  editing: boolean;
  onEdit: (editing: boolean) => void;
  /** `version`: the subtask's version when editing began. */
  onSave: (name: string, version: number) => void;
}

/** The name, edited inline: Enter or blur saves, Escape cancels. */
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
  const [firstName] = useState(subtask.name);
  const [typed, setTyped] = useState(firstName);
  const [version] = useState(subtask.version);
  const [empty, setEmpty] = useState(false);
  const { handlers } = useInlineEdit((save) => {
    const name = typed.trim().replace(/\s+/g, " ");
    if (save && isTooLong(name, maxSubtaskNameLength)) return false;
    // Another user's change of an untouched name is no conflict.
    return onDone(save && name !== "" && name !== firstName ? name : null, version);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || typed.trim() !== "") return handlers.onKeyDown(event);
    event.stopPropagation();
    setEmpty(true);
  };
  return (
    <span className={flow.growOrShrink}>
      <input
        // The user has just opened this field.
        autoFocus
        dir="auto"
        className={classes.field}
        value={typed}
        aria-label={text("subtask.rename")}
        aria-invalid={empty || isTooLong(typed, maxSubtaskNameLength) || undefined}
        aria-describedby={empty ? messageId : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setEmpty(false);
        }}
        {...handlers}
        onKeyDown={onKeyDown}
      />
      <LengthError typed={typed} max={maxSubtaskNameLength} />
      {empty && (
        <span id={messageId} className={classes.error} role="alert">
          {text("subtask.nameRequired")}
        </span>
      )}
    </span>
  );
}
