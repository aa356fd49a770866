import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { maxSubtaskNameLength } from "../../../../shared/work/tasks/subtasks.schema";
import { useText } from "../../../platform/intl/useText";
import { FieldError } from "../../../ui/fields/LengthError";
import { useLinesField } from "../../../ui/fields/useLinesField";
import classes from "./Subtasks.module.css";

interface AddSubtaskProps {
  onAdd: (names: readonly string[], onFailed: (names: readonly string[]) => void) => void;
  onDone: () => void;
}

/** Adds subtasks by Enter or pasted lines. Escape closes the field; on blur it stays open while it contains text. */
export function AddSubtask({ onAdd, onDone }: AddSubtaskProps) {
  const text = useText();
  const messageId = useId();
  const { typed, change, error, submit, onPaste } = useLinesField(maxSubtaskNameLength, (names) => add(names));
  const latest = useRef(typed);
  useEffect(() => void (latest.current = typed), [typed]);
  const [empty, setEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.scrollIntoView({ block: "nearest" }), [typed]);

  const add = (names: readonly string[]) => {
    if (names.length === 0) return;
    change("");
    onAdd(names, (failed) => latest.current === "" && change(failed.join(" ")));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape") onDone();
    else if (event.key === "Enter") {
      event.preventDefault();
      setEmpty(typed.trim() === "");
      submit();
    }
  };

  return (
    <div className={classes.add}>
      <input
        ref={field}
        // The user has just opened this field.
        autoFocus
        dir="auto"
        className={classes.field}
        value={typed}
        placeholder={text("subtask.placeholder")}
        aria-label={text("subtask.add")}
        aria-invalid={empty || error !== undefined || undefined}
        aria-describedby={empty ? messageId : undefined}
        onChange={(event) => {
          change(event.currentTarget.value);
          setEmpty(false);
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => typed.trim() === "" && onDone()}
      />
      <FieldError error={error} />
      {empty && (
        <p id={messageId} className={classes.error} role="alert">
          {text("subtask.nameRequired")}
        </p>
      )}
    </div>
  );
}
