import { IconPlus } from "@tabler/icons-react";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { createColumn } from "../../../../shared/tasks/columns.contract";
import { useText } from "../../../platform/intl/useText";
import { useAction } from "../../../platform/query";
import classes from "./AddColumn.module.css";
import columnClasses from "./Column.module.css";
import { useBoardScope } from "../state/useBoard";

/** After the last column. Only Enter adds, and goes on to the next; left with a name in it, the field waits. */
export function AddColumn() {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <div className={classes.place}>
      {open ? (
        <ColumnField onDone={() => setOpen(false)} />
      ) : (
        <button type="button" className={columnClasses.add} onClick={() => setOpen(true)}>
          <IconPlus size={16} stroke={1.75} aria-hidden />
          {text("board.column.add")}
        </button>
      )}
    </div>
  );
}

function ColumnField({ onDone }: { onDone: () => void }) {
  const text = useText();
  const { projectId } = useBoardScope();
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // The field is free for the next name at once; they are added one after the other, in the order of typing.
  const add = useAction(createColumn, { scope: { id: `columns of ${projectId}` } });
  useLayoutEffect(() => field.current?.scrollIntoView({ inline: "end", block: "nearest" }), []);
  const save = () => {
    const title = typed.trim();
    if (!title) return;
    setTyped("");
    // What was refused stands in the field again, unless the next name does.
    add.mutateAsync({ body: { project_id: projectId, title } }).catch(() => setTyped((next) => next || title));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") save();
    else if (event.key === "Escape") onDone();
  };
  return (
    <input
      ref={field}
      // The focus comes here: the person has just asked for this field.
      autoFocus
      className={classes.field}
      value={typed}
      maxLength={60}
      dir="auto"
      placeholder={text("board.column.name")}
      aria-label={text("board.column.name")}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => typed.trim() === "" && onDone()}
    />
  );
}
