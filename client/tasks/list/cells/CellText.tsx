import { type KeyboardEvent, useRef, useState } from "react";
import { latinDigits } from "../../../../shared/kernel/digits";
import { parseDuration } from "../../../../shared/time/duration.rules";
import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import { useText } from "../../../platform/intl/useText";
import { wasLeft } from "../../../ui/form/leaving";
import { toast } from "../../../ui/toast/toast";
import { useDuration } from "../../../ui/fields/useDuration";
import { type Towards, useListScope } from "../list.context";
import classes from "./ListCell.module.css";
import { type TaskEdit, useEditTask } from "./useEditTask";

type TextColumn = "title" | "progress" | "estimate";

const longestEstimate = 60_000;

/** A field in the cell: Enter goes on below, Tab beside, Escape leaves everything as it was. */
export function CellText({ column, task }: { column: TextColumn; task: BoardTask }) {
  const text = useText();
  const duration = useDuration();
  const { acts } = useListScope();
  const edit = useEditTask();
  const [typed, setTyped] = useState(() => {
    if (column === "title") return task.title;
    if (column === "progress") return String(task.progress);
    return task.estimate_minutes === null ? "" : duration(task.estimate_minutes);
  });
  const [seen] = useState(task.version);
  /** Leaving takes the focus away, which isn't a second saving. */
  const left = useRef(false);
  const leave = (towards: Towards | undefined, save: boolean) => {
    if (left.current) return;
    left.current = true;
    const change = save ? changeOf(column, typed, task) : null;
    if (change === "wrong") toast.error(text(column === "progress" ? "list.wrong.progress" : "list.wrong.estimate"));
    else if (change) edit(task, change, seen);
    acts.leave(towards);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") leave(undefined, false);
    else if (event.key === "Enter") leave("below", true);
    else if (event.key === "Tab") {
      event.preventDefault();
      leave(event.shiftKey ? "previous" : "next", true);
    }
  };
  return (
    <input
      // The person has just asked for it.
      autoFocus
      type="text"
      dir={column === "title" ? "auto" : undefined}
      inputMode={column === "progress" ? "numeric" : undefined}
      maxLength={column === "title" ? 255 : 20}
      className={classes.field}
      data-figure={column !== "title" || undefined}
      value={typed}
      aria-label={text(`list.column.${column}`)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => wasLeft() && leave("away", true)}
    />
  );
}

/** Null where nothing changes. */
function changeOf(column: TextColumn, typed: string, task: BoardTask): TaskEdit | "wrong" | null {
  const wanted = typed.trim();
  switch (column) {
    case "title":
      return wanted === "" || wanted === task.title ? null : { title: wanted };
    case "progress": {
      const progress = percentFrom(wanted);
      if (progress === null) return "wrong";
      return progress === task.progress ? null : { progress };
    }
    case "estimate": {
      const minutes = wanted === "" ? null : parseDuration(wanted);
      if (wanted !== "" && (minutes === null || minutes < 1 || minutes > longestEstimate)) return "wrong";
      return minutes === task.estimate_minutes ? null : { estimate_minutes: minutes };
    }
  }
}

/** Digits of any script, with or without the sign. */
function percentFrom(text: string): number | null {
  const latin = latinDigits(text).replace(/[%٪\s\u200e\u200f]/g, "");
  const value = Number(latin);
  return latin !== "" && Number.isInteger(value) && value >= 0 && value <= 100 ? value : null;
}
