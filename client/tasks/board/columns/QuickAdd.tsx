import { type ClipboardEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { tasksIn } from "../../../../shared/tasks/tasks.board";
import { useText } from "../../../platform/intl/useText";
import { placeOf } from "../state/board.place";
import classes from "./QuickAdd.module.css";
import { linesOf } from "../../../ui/fields/pasted-lines";
import { useBoardScope } from "../state/useBoard";

const longestTitle = 255;

/** What was typed and not entered is there again when the field is. */
const unsaved = new Map<string, string>();

/** A field for titles: only Enter or pasted lines add. Escape ends it; left with words in it, it waits for them. */
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
  const [typed, setTyped] = useState(() => unsaved.get(place) ?? "");
  useEffect(() => {
    if (typed.trim() === "") unsaved.delete(place);
    else unsaved.set(place, typed);
  }, [place, typed]);
  /** The card that stood on top: what is added on top goes above it, each below the one before. */
  const [top] = useState(() => tasksIn(actor.getSnapshot().context.drawn, columnId)[0] ?? null);
  const field = useRef<HTMLTextAreaElement>(null);

  // It grows with what is typed, and stays in view while cards are added above it.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.blockSize = "auto";
    element.style.blockSize = `${element.scrollHeight + 2}px`;
    element.scrollIntoView({ block: "nearest" });
  });

  const add = (titles: readonly string[]) => {
    if (titles.length === 0) return;
    const tasks = titles.map((title) => ({ title: title.slice(0, longestTitle) }));
    const ids = tasksIn(actor.getSnapshot().context.drawn, columnId);
    const at = where === "bottom" || top === null ? ids.length : Math.max(0, ids.indexOf(top));
    actor.send({ type: "ADD", tasks, to: placeOf(columnId, ids, at) });
    setTyped("");
  };

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return; // Enter ends a Korean syllable, not the title
    if (event.key === "Enter") {
      event.preventDefault();
      if (typed.trim() === "") onDone();
      else add(linesOf(typed));
    } else if (event.key === "Escape") {
      unsaved.delete(place);
      onDone();
    }
  };

  const onPaste = (event: ClipboardEvent) => {
    const lines = linesOf(event.clipboardData.getData("text/plain"));
    if (lines.length < 2) return;
    event.preventDefault();
    add([typed.trim() + (lines[0] ?? ""), ...lines.slice(1)]);
  };

  return (
    <textarea
      ref={field}
      // The focus comes here: the person has just asked for this field.
      autoFocus
      rows={1}
      enterKeyHint="done"
      dir="auto"
      className={classes.field}
      value={typed}
      placeholder={text("board.quickAdd")}
      aria-label={text("board.quickAdd.label")}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onBlur={() => typed.trim() === "" && onDone()}
    />
  );
}
