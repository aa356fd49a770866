import { Tooltip } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import {
  type FigureColumn,
  type FigureField,
  figureOfColumn,
} from "../../../../../shared/work/tasks/tasks.field-lists";
import { maxTitleLength, taskFields } from "../../../../../shared/work/tasks/tasks.fields";
import type { BoardTask } from "../../../../../shared/work/tasks/tasks.contract";
import { useText } from "../../../../platform/intl/useText";
import { useLengthError } from "../../../../ui/fields/length";
import { wasBlurredByUser } from "../../../../ui/form/blur-tracking";
import { toast } from "../../../../ui/toast/toast";
import { parseFigure, useFigures } from "../../fields/useFigures";
import { type FocusDirection, useListScope } from "../list.context";
import classes from "./ListCell.module.css";
import { type TaskEdit, useEditTask } from "./useEditTask";

interface CellTextProps {
  column: "title" | FigureColumn;
  task: BoardTask;
  startWith?: string;
}

/** Input in the cell: Enter moves down, Tab sideways, Escape cancels. */
export function CellText({ column, task, startWith }: CellTextProps) {
  const text = useText();
  const figures = useFigures();
  const field = column === "title" ? null : figureOfColumn(column);
  const { acts } = useListScope();
  const edit = useEditTask();
  const lengthError = useLengthError();
  const [typed, setTyped] = useState(() => startWith ?? (field ? figures.typed(field, task[field]) : task.title));
  const [baseVersion] = useState(task.version);
  /** Leaving also blurs the input, which must not save again. */
  const left = useRef(false);
  const tooLong = field ? undefined : lengthError(typed, maxTitleLength);
  const leave = (towards: FocusDirection | undefined, save: boolean) => {
    if (left.current) return;
    if (save && tooLong) return;
    left.current = true;
    const change = save ? changeOf(field, typed, task) : null;
    if (change === "wrong") toast.error(text(`list.wrong.${column as FigureColumn}`));
    else if (change) edit(task, change, baseVersion);
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
        dir={field ? undefined : "auto"}
        inputMode={field && taskFields[field].figure.unit !== "minutes" ? "numeric" : undefined}
        aria-invalid={tooLong !== undefined || undefined}
        className={classes.field}
        data-figure={field ? true : undefined}
        value={typed}
        aria-label={text(`list.column.${column}`)}
        onFocus={({ currentTarget }) =>
          startWith === undefined ? currentTarget.select() : currentTarget.setSelectionRange(typed.length, typed.length)
        }
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => wasBlurredByUser() && leave("away", true)}
      />
    </Tooltip>
  );
}

function changeOf(field: FigureField | null, typed: string, task: BoardTask): TaskEdit | "wrong" | null {
  if (!field) {
    const title = typed.trim();
    return title === "" || title === task.title ? null : { title };
  }
  const value = parseFigure(field, typed);
  if (value === undefined) return "wrong";
  return value === task[field] ? null : { [field]: value };
}
