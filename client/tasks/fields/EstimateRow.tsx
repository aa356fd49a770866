import { UnstyledButton } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { parseDuration } from "../../../shared/time/duration.rules";
import { useText } from "../../platform/intl/useText";
import { wasLeft } from "../../ui/form/leaving";
import { useDuration } from "../../ui/fields/useDuration";
import { FieldNoteBox } from "./FieldNote";
import { FieldRow } from "./FieldRow";
import { useShownTask } from "../detail/shown-task";
import classes from "../detail/TaskProps.module.css";
import type { TaskFields } from "./useTaskFields";

const longest = 60_000;

/** How long it is thought to take: `1:30`, `1.5`, `90m`. Enter or leaving saves, Escape gives up. */
export function EstimateRow({ fields }: { fields: TaskFields }) {
  const text = useText();
  const duration = useDuration();
  const task = useShownTask();
  const [editing, setEditing] = useState(false);
  const minutes = fields.value<number | null>("estimate_minutes");
  const shown = minutes === null ? <span className={classes.none}>{text("field.none")}</span> : duration(minutes);
  if (editing) {
    return (
      <FieldRow label={text("task.estimate")}>
        <EstimateField
          start={minutes === null ? "" : duration(minutes)}
          onDone={(wanted) => {
            setEditing(false);
            if (wanted !== undefined && wanted !== minutes) fields.save("estimate_minutes", wanted);
          }}
        />
      </FieldRow>
    );
  }
  return (
    <FieldRow label={text("task.estimate")} field="estimate_minutes" fields={fields}>
      {task.can.edit ? (
        <UnstyledButton className={classes.value} onClick={() => setEditing(true)}>
          <span className="sr-only">{text("task.estimate")}: </span>
          {shown}
        </UnstyledButton>
      ) : (
        <span className={classes.value}>{shown}</span>
      )}
    </FieldRow>
  );
}

/** `onDone` gets undefined when nothing is to change; null takes the estimate away. */
function EstimateField({ start, onDone }: { start: string; onDone: (minutes: number | null | undefined) => void }) {
  const text = useText();
  const [typed, setTyped] = useState(start);
  const [wrong, setWrong] = useState(false);
  const closed = useRef(false);
  const close = (wanted: number | null | undefined) => {
    if (closed.current) return;
    closed.current = true;
    onDone(wanted);
  };
  /** What is no length of time stays, with the reason. */
  const save = () => {
    if (typed.trim() === start) return close(undefined);
    const minutes = typed.trim() === "" ? null : parseDuration(typed);
    if (typed.trim() !== "" && (minutes === null || minutes < 1 || minutes > longest)) setWrong(true);
    else close(minutes);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") save();
    else if (event.key === "Escape") close(undefined);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        // The focus comes here: the person has just asked for this field.
        autoFocus
        className={classes.field}
        value={typed}
        maxLength={40}
        placeholder={text("task.estimate.how")}
        aria-label={text("task.estimate")}
        aria-invalid={wrong || undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => wasLeft() && save()}
      />
      {wrong && (
        <FieldNoteBox>
          <span>{text("list.wrong.estimate")}</span>
          <button type="button" onClick={() => close(undefined)}>
            {text("board.refused.discard")}
          </button>
        </FieldNoteBox>
      )}
    </>
  );
}
