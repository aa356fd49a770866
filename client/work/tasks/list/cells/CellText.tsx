import { Tooltip } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { useIntl } from "react-intl";
import type { ProjectField } from "../../../../../shared/work/fields/fields.contract";
import { isSameValue } from "../../../../../shared/work/fields/field-values.rules";
import { type FigureColumn, figureOfColumn } from "../../../../../shared/work/tasks/tasks.field-lists";
import { maxTitleLength, taskFields } from "../../../../../shared/work/tasks/tasks.fields";
import type { BoardTask } from "../../../../../shared/work/tasks/tasks.contract";
import { formatText, useFormat, useText } from "../../../../platform/intl/useText";
import { useLengthError } from "../../../../ui/fields/length";
import { wasBlurredByUser } from "../../../../ui/fields/blur-tracking";
import { toast } from "../../../../ui/toast/toast";
import { fieldTextOf, readFieldText } from "../../fields/field-text";
import { parseFigure, useFigures } from "../../fields/useFigures";
import { type FocusDirection, useListScope } from "../list.context";
import classes from "./ListCell.module.css";
import { type TaskEdit, useEditTask } from "./useEditTask";

interface CellTextProps {
  column: "title" | FigureColumn;
  task: BoardTask;
  startWith?: string;
}

export function CellText({ column, task, startWith }: CellTextProps) {
  const text = useText();
  const figures = useFigures();
  const field = column === "title" ? null : figureOfColumn(column);
  return (
    <CellInput
      task={task}
      label={text(`list.column.${column}`)}
      initialText={field ? figures.typed(field, task[field]) : task.title}
      startWith={startWith}
      lengthLimit={field ? undefined : maxTitleLength}
      isFigure={field !== null}
      inputMode={field && taskFields[field].figure.unit !== "minutes" ? "numeric" : undefined}
      dir={field ? undefined : "auto"}
      read={(typed) => {
        if (!field) {
          const title = typed.trim();
          return { edit: title === "" || title === task.title ? null : { title } };
        }
        const value = parseFigure(field, typed);
        if (value === undefined) return { error: text(`list.wrong.${column as FigureColumn}`) };
        return { edit: value === task[field] ? null : { [field]: value } };
      }}
    />
  );
}

/** A text, link or number of a project's field. */
export function CellFieldText({ field, task, startWith }: Omit<CellTextProps, "column"> & { field: ProjectField }) {
  const intl = useIntl();
  const { signs } = useFormat();
  const value = task.field_values[field.id] ?? null;
  return (
    <CellInput
      task={task}
      label={field.title}
      initialText={fieldTextOf(field, value, signs)}
      startWith={startWith}
      lengthLimit={field.max_length ?? undefined}
      isFigure={field.kind === "number"}
      inputMode={field.kind === "number" ? "decimal" : field.kind === "link" ? "url" : undefined}
      dir={field.kind === "text" ? "auto" : "ltr"}
      read={(typed) => {
        const reading = readFieldText(field, typed, signs);
        if ("error" in reading) return { error: `${field.title}: ${formatText(intl, reading.error)}` };
        return { edit: isSameValue(reading.value, value) ? null : { field_values: { [field.id]: reading.value } } };
      }}
    />
  );
}

interface CellInputProps {
  task: BoardTask;
  label: string;
  initialText: string;
  startWith?: string;
  lengthLimit?: number;
  isFigure: boolean;
  inputMode?: "numeric" | "decimal" | "url";
  dir?: "auto" | "ltr";
  /** The change for a typed text; `edit` is null if the text changes nothing. */
  read: (typed: string) => { edit: TaskEdit | null } | { error: string };
}

/** Input in the cell: Enter moves down, Tab sideways, Escape cancels. */
function CellInput(props: CellInputProps) {
  const { task, label, initialText, startWith, lengthLimit, isFigure, inputMode, dir, read } = props;
  const { acts } = useListScope();
  const edit = useEditTask();
  const lengthError = useLengthError();
  const [typed, setTyped] = useState(startWith ?? initialText);
  /** The text at the start: another user's change of an untouched field is no conflict. */
  const [firstText] = useState(initialText);
  const [baseVersion] = useState(task.version);
  const [isUnreadable, setUnreadable] = useState(false);
  /** Leaving also blurs the input, which must not save again. */
  const left = useRef(false);
  const tooLong = lengthLimit === undefined ? undefined : lengthError(typed, lengthLimit);
  const leave = (towards: FocusDirection | undefined, save: boolean) => {
    if (left.current) return;
    if (save && tooLong) return;
    const reading = save && typed !== firstText ? read(typed) : { edit: null };
    if ("error" in reading) {
      toast.error(reading.error);
      // With a key, the field stays open, so that the text can be corrected.
      if (towards !== "away") return setUnreadable(true);
    }
    left.current = true;
    if ("edit" in reading && reading.edit) edit(task, reading.edit, baseVersion);
    acts.leave(towards);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape") leave(undefined, false);
    else if (event.key === "Enter") leave("below", true);
    else if (event.key === "Tab") {
      event.preventDefault();
      leave(event.shiftKey ? "previous" : "next", true);
    }
  };
  return (
    <Tooltip opened={tooLong !== undefined} label={tooLong} position="bottom-start" color="danger">
      <input
        // the user has just opened this field
        autoFocus
        type="text"
        dir={dir}
        inputMode={inputMode}
        aria-invalid={isUnreadable || tooLong !== undefined || undefined}
        className={classes.field}
        data-figure={isFigure || undefined}
        value={typed}
        aria-label={label}
        onFocus={({ currentTarget }) =>
          startWith === undefined ? currentTarget.select() : currentTarget.setSelectionRange(typed.length, typed.length)
        }
        onChange={(event) => {
          setUnreadable(false);
          setTyped(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => wasBlurredByUser() && leave("away", true)}
      />
    </Tooltip>
  );
}
