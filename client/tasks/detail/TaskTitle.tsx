import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { useText } from "../../platform/intl/useText";
import { wasLeft } from "../../ui/form/leaving";
import { FieldNote } from "../fields/FieldNote";
import { useShownTask } from "./shown-task";
import classes from "./TaskTitle.module.css";
import type { TaskFields } from "../fields/useTaskFields";

/** The title, changed where it stands: Enter or leaving saves, Escape gives up. */
export function TaskTitle({ fields }: { fields: TaskFields }) {
  const task = useShownTask();
  const text = useText();
  const [editing, setEditing] = useState(false);
  const refused = fields.state("title");
  const title = fields.value<string>("title");
  return (
    <div className={classes.place}>
      {editing ? (
        <TitleField
          start={refused && refused.state !== "saving" ? String(refused.wanted) : title}
          onDone={(typed) => {
            setEditing(false);
            if (typed !== null) fields.save("title", typed.title, typed.version);
          }}
        />
      ) : (
        <h1 className={classes.title} tabIndex={-1} data-task-title data-page-title>
          {task.can.edit ? (
            <button type="button" title={text("task.editTitle")} onClick={() => setEditing(true)}>
              <bdi>{title}</bdi>
            </button>
          ) : (
            <bdi>{title}</bdi>
          )}
        </h1>
      )}
      <FieldNote field="title" fields={fields} />
    </div>
  );
}

function TitleField({
  start,
  onDone,
}: {
  start: string;
  onDone: (typed: { title: string; version: number } | null) => void;
}) {
  const task = useShownTask();
  const text = useText();
  const [typed, setTyped] = useState(start);
  /** What one saw when one began: a change by someone else meanwhile is a conflict, not overwritten. */
  const [version] = useState(task.version);
  const field = useRef<HTMLTextAreaElement>(null);
  const closed = useRef(false);
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.blockSize = "auto";
    element.style.blockSize = `${element.scrollHeight}px`;
  });
  const close = (save: boolean) => {
    if (closed.current) return;
    closed.current = true;
    const title = typed.trim().replace(/\s+/g, " ");
    onDone(save && title !== "" && title !== start ? { title, version } : null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") close(true);
    else if (event.key === "Escape") close(false);
    else return;
    event.preventDefault();
  };
  return (
    <textarea
      ref={field}
      // The focus comes here: the person has just asked for this field.
      autoFocus
      rows={1}
      maxLength={255}
      dir="auto"
      className={classes.field}
      value={typed}
      aria-label={text("task.title")}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.setSelectionRange(start.length, start.length)}
      onKeyDown={onKeyDown}
      onBlur={() => wasLeft() && close(true)}
    />
  );
}
