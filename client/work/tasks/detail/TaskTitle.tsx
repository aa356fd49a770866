import { useLayoutEffect, useRef, useState } from "react";
import { useText } from "../../../platform/intl/useText";
import { LengthError } from "../../../ui/fields/LengthError";
import { isTooLong } from "../../../ui/fields/length";
import { maxTitleLength } from "../../../../shared/work/tasks/tasks.fields";
import { useInlineEdit } from "../../../ui/form/useInlineEdit";
import { FieldNote } from "../fields/FieldNote";
import { useShownTask } from "../fields/shown-task";
import classes from "./TaskTitle.module.css";
import type { TaskFields } from "../fields/useTaskFields";

/** Editable title: Enter or blur saves, Escape cancels. */
export function TaskTitle({ fields }: { fields: TaskFields }) {
  const task = useShownTask();
  const text = useText();
  const [editing, setEditing] = useState(false);
  const failure = fields.failure("title");
  const title = fields.value<string>("title");
  return (
    <div className={classes.place}>
      {editing ? (
        <TitleField
          start={failure ? String(failure.wanted) : title}
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
  start: shownTitle,
  onDone,
}: {
  start: string;
  onDone: (typed: { title: string; version: number } | null) => void;
}) {
  const text = useText();
  /** Title and version at the start of editing: another user's change of an untouched title isn't undone, and of a typed one is a conflict. */
  const [{ start, version }] = useState({ start: shownTitle, version: useShownTask().version });
  const [typed, setTyped] = useState(start);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.blockSize = "auto";
    element.style.blockSize = `${element.scrollHeight}px`;
  });
  const { handlers } = useInlineEdit((save) => {
    const title = typed.trim().replace(/\s+/g, " ");
    if (save && isTooLong(title, maxTitleLength)) return false;
    return onDone(save && title !== "" && title !== start ? { title, version } : null);
  });
  return (
    <>
      <textarea
        ref={field}
        // the user has just opened this field
        autoFocus
        rows={1}
        dir="auto"
        className={classes.field}
        value={typed}
        aria-label={text("task.title")}
        aria-invalid={isTooLong(typed, maxTitleLength) || undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.setSelectionRange(start.length, start.length)}
        {...handlers}
      />
      <LengthError typed={typed} max={maxTitleLength} />
    </>
  );
}
