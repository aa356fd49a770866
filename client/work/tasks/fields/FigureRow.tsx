import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import type { FigureField } from "../../../../shared/work/tasks/tasks.field-lists";
import { taskFields } from "../../../../shared/work/tasks/tasks.fields";
import { useText } from "../../../platform/intl/useText";
import { useInlineEdit } from "../../../ui/form/useInlineEdit";
import { FieldNoteBox } from "./FieldNote";
import { FieldRow } from "./FieldRow";
import { useShownTask } from "./shown-task";
import classes from "./TaskProperties.module.css";
import { parseFigure, useFigures } from "./useFigures";
import type { TaskFields } from "./useTaskFields";

/** A figure as text, edited in place. Enter or blur saves, Escape cancels. */
export function FigureRow({ fields, field }: { fields: TaskFields; field: FigureField }) {
  const text = useText();
  const figures = useFigures();
  const task = useShownTask();
  const [editing, setEditing] = useState(false);
  const value = fields.value<number | null>(field);
  const content =
    value === null ? <span className={classes.none}>{text("field.none")}</span> : figures.shown(field, value);
  const label = text(`task.${taskFields[field].column.name}`);
  if (editing) {
    return (
      <FieldRow label={label}>
        <FigureInput
          field={field}
          label={label}
          value={value}
          onDone={(edit) => {
            setEditing(false);
            if (edit) fields.save(field, edit.value, edit.version);
          }}
        />
      </FieldRow>
    );
  }
  return (
    <FieldRow label={label} field={field} fields={fields}>
      {task.can.edit ? (
        <UnstyledButton className={classes.value} onClick={() => setEditing(true)}>
          <span className="sr-only">{label}: </span>
          {content}
        </UnstyledButton>
      ) : (
        <span className={classes.value}>{content}</span>
      )}
    </FieldRow>
  );
}

interface FigureInputProps {
  field: FigureField;
  label: string;
  value: number | null;
  /** Receives null for no change, otherwise the new value and the version at the start of editing. */
  onDone: (edit: { value: number | null; version: number } | null) => void;
}

function FigureInput({ field, label, value, onDone }: FigureInputProps) {
  const text = useText();
  const figures = useFigures();
  /** Value and version at the start of editing: another user's change of an untouched field isn't undone, and of a typed one is a conflict. */
  const [first] = useState({ value, version: useShownTask().version });
  const start = figures.typed(field, first.value);
  const [typed, setTyped] = useState(start);
  const [wrong, setWrong] = useState(false);
  const { figure, column } = taskFields[field];
  /** Invalid text stays in the field with an error. */
  const { close, handlers } = useInlineEdit((save) => {
    if (!save || typed.trim() === start) return onDone(null);
    const next = parseFigure(field, typed);
    if (next !== undefined) return onDone(next === first.value ? null : { value: next, version: first.version });
    setWrong(true);
    return false;
  });
  return (
    <>
      <input
        // the user has just opened this field
        autoFocus
        className={classes.field}
        value={typed}
        placeholder={figure.unit === "minutes" ? text("task.estimate.how") : undefined}
        aria-label={label}
        aria-invalid={wrong || undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
        {...handlers}
      />
      {wrong && (
        <FieldNoteBox>
          <span>{text(`list.wrong.${column.name}`)}</span>
          <button type="button" onClick={() => close(false)}>
            {text("board.refused.discard")}
          </button>
        </FieldNoteBox>
      )}
    </>
  );
}
