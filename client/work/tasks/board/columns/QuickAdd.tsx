import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { taskIdsInColumn } from "../../../../../shared/work/tasks/tasks.board";
import { maxTitleLength } from "../../../../../shared/work/tasks/tasks.fields";
import { useText } from "../../../../platform/intl/useText";
import { clearForNextUser } from "../../../../platform/session";
import { focusCard } from "../../state/focus-card";
import { positionOf } from "../../pending/card-position";
import classes from "./QuickAdd.module.css";
import { FieldError } from "../../../../ui/fields/LengthError";
import type { Line } from "../../../../ui/fields/pasted-lines";
import { useLinesField } from "../../../../ui/fields/useLinesField";
import { useBoardScope } from "../../state/useBoard";
import { TitleSuggestions } from "../../create/TitleSuggestions";
import { useTypedTask } from "../../create/useTypedTask";
import { isInTemplateNote } from "../../create/useTemplateOfNewTask";
import { useAddTasks } from "../../filters/useAddTasks";
import { useLastAdded } from "../../state/useLastAdded";

/** Text that was typed but not submitted, restored when the field opens again. */
const unsaved = new Map<string, string>();
clearForNextUser(() => unsaved.clear());

/** Field for new tasks. Enter and pasted lines add tasks, Escape closes the field, and blur keeps the text. */
export function QuickAdd({
  columnId,
  where,
  onDone,
}: {
  columnId: number;
  where: "top" | "bottom";
  onDone: () => void;
}) {
  const text = useText();
  const { actor } = useBoardScope();
  const place = `${columnId} ${where}`;
  const {
    typed,
    change,
    error,
    submit: addTyped,
    onPaste,
  } = useLinesField(maxTitleLength, (lines) => add(lines), unsaved.get(place));
  useEffect(() => {
    if (typed.trim() === "") unsaved.delete(place);
    else unsaved.set(place, typed);
  }, [place, typed]);
  /** First card when the field was opened. New tasks at the top are inserted above this card in the order typed. */
  const [top] = useState(() => taskIdsInColumn(actor.getSnapshot().context.drawn, columnId)[0] ?? null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [before] = useState(() => document.activeElement);
  const added = useLastAdded();
  const addTasks = useAddTasks();
  const { suggestions, parts, takeTasks, submit, isSubmitted } = useTypedTask({
    typed,
    submit: addTyped,
    field,
    columnId,
  });

  // Grows with its text and stays in view while cards are added above it.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.blockSize = "auto";
    element.style.blockSize = `${element.scrollHeight + 2}px`;
    element.scrollIntoView({ block: "nearest" });
  });

  const add = (lines: readonly Line[]) => {
    if (lines.length === 0) return;
    const tasks = takeTasks(lines);
    const ids = taskIdsInColumn(actor.getSnapshot().context.drawn, columnId);
    const at = where === "bottom" || top === null ? ids.length : Math.max(0, ids.indexOf(top));
    addTasks(tasks, positionOf(columnId, ids, at));
    added.noteAdded();
    change("");
  };

  /** Moves the focus to the last added card, or back to where it was. */
  const close = () => {
    const board = field.current?.closest("[data-board]") ?? null;
    if (added.taskId !== null) focusCard(board, added.taskId);
    else if (before instanceof HTMLElement && before.isConnected) before.focus();
    onDone();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Enter") {
      event.preventDefault();
      if (typed.trim() === "") close();
      else submit();
    } else if (event.key === "Escape" && !isSubmitted) {
      unsaved.delete(place);
      close();
    }
  };

  return (
    <>
      <TitleSuggestions field={field} value={typed} {...suggestions} onChange={change} onKeyDown={onKeyDown}>
        {(suggested) => (
          <textarea
            {...suggested}
            // the user has just opened this field
            autoFocus
            readOnly={isSubmitted}
            rows={1}
            enterKeyHint="done"
            dir="auto"
            className={classes.field}
            placeholder={text("board.quickAdd")}
            aria-label={text("board.quickAdd.label")}
            onPaste={onPaste}
            aria-invalid={error !== undefined || undefined}
            onBlur={({ relatedTarget }) => typed.trim() === "" && !isInTemplateNote(relatedTarget) && onDone()}
          />
        )}
      </TitleSuggestions>
      {parts}
      <FieldError error={error} />
    </>
  );
}
