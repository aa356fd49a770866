import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useText } from "../platform/intl/useText";
import { linesOf } from "../ui/fields/pasted-lines";
import classes from "./Subtasks.module.css";

const longestName = 255;

interface AddSubtaskProps {
  onAdd: (names: readonly string[], onFailed: (names: readonly string[]) => void) => void;
  onDone: () => void;
}

/** A field for names: only Enter or pasted lines add. Escape ends it; left with words in it, it waits for them. */
export function AddSubtask({ onAdd, onDone }: AddSubtaskProps) {
  const text = useText();
  const messageId = useId();
  const [typed, setTyped] = useState("");
  const [empty, setEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.scrollIntoView({ block: "nearest" }), [typed]);

  const add = (names: readonly string[]) => {
    if (names.length === 0) return;
    setTyped("");
    onAdd(
      names.map((name) => name.slice(0, longestName)),
      (failed) => setTyped((now) => now || failed.join(" ")),
    );
  };

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return; // Enter ends a Korean syllable, not the name
    if (event.key === "Escape") onDone();
    else if (event.key === "Enter") {
      event.preventDefault();
      setEmpty(typed.trim() === "");
      add(linesOf(typed));
    }
  };

  const onPaste = (event: ClipboardEvent) => {
    const lines = linesOf(event.clipboardData.getData("text/plain"));
    if (lines.length < 2) return;
    event.preventDefault();
    add([typed.trim() + (lines[0] ?? ""), ...lines.slice(1)]);
  };

  return (
    <div className={classes.add}>
      <input
        ref={field}
        // The focus comes here: the person has just asked for this field.
        autoFocus
        dir="auto"
        className={classes.field}
        value={typed}
        placeholder={text("subtask.placeholder")}
        aria-label={text("subtask.add")}
        aria-invalid={empty || undefined}
        aria-describedby={empty ? messageId : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setEmpty(false);
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => typed.trim() === "" && onDone()}
      />
      {empty && (
        <p id={messageId} className={classes.error} role="alert">
          {text("subtask.nameRequired")}
        </p>
      )}
    </div>
  );
}
