import { IconAlertCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useText } from "../../../platform/intl/useText";
import classes from "./FieldNote.module.css";
import { type EditableField, type TaskFields, valueOfTask } from "./useTaskFields";
import { useFieldText } from "./useFieldText";

/** Explains why a field isn't saved: another user's change with the current value, or an error. The typed value is kept. */
export function FieldNote({ field, fields }: { field: EditableField; fields: TaskFields }) {
  const text = useText();
  const failure = fields.failure(field);
  const words = useFieldText();
  if (!failure) return null;
  if (failure.stale) {
    const now = field === "description" || !failure.present ? undefined : valueOfTask(failure.present, field);
    return (
      <ConflictNote
        by={failure.by}
        present={now === undefined ? null : words(field, now)}
        onSaveMine={() => fields.insist(field)}
        onKeepTheirs={() => fields.dismiss(field)}
      />
    );
  }
  return (
    <FieldNoteBox>
      <span>{failure.message || text("error.unknown")}</span>
      <button type="button" onClick={() => fields.dismiss(field)}>
        {text("board.refused.discard")}
      </button>
    </FieldNoteBox>
  );
}

interface ConflictNoteProps {
  /** Name of the user who made the other change, if known. */
  by: string | null;
  /** Value set by the other user, as text; null if it isn't shown. */
  present: string | null;
  onSaveMine: () => void;
  onKeepTheirs: () => void;
}

export function ConflictNote({ by, present, onSaveMine, onKeepTheirs }: ConflictNoteProps) {
  const text = useText();
  const name = by ?? text("field.someone");
  return (
    <FieldNoteBox>
      <span>
        {present === null
          ? text("field.changedFirst", { name })
          : text("field.changedFirstTo", { name, value: present })}
      </span>
      <button type="button" onClick={onSaveMine}>
        {text("field.saveMine")}
      </button>
      <button type="button" onClick={onKeepTheirs}>
        {text("field.keepTheirs")}
      </button>
    </FieldNoteBox>
  );
}

export function FieldNoteBox({ children }: { children: ReactNode }) {
  return (
    <div className={classes.note} role="alert">
      <IconAlertCircle size={14} stroke={1.75} aria-hidden />
      <div className={classes.words}>{children}</div>
    </div>
  );
}
