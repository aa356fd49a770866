import { IconPlus } from "@tabler/icons-react";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { createColumn } from "../../../../../shared/work/tasks/columns.contract";
import { useText } from "../../../../platform/intl/useText";
import { LengthError } from "../../../../ui/fields/LengthError";
import { isTooLong } from "../../../../ui/fields/length";
import { maxColumnTitleLength } from "../../../../../shared/work/tasks/tasks.fields";
import { useAction } from "../../../../platform/query";
import classes from "./AddColumn.module.css";
import columnClasses from "./Column.module.css";
import { useBoardScope } from "../../state/useBoard";

/** Field for adding a column. Only Enter submits; blur keeps the typed name. */
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
  const add = useAction(createColumn, { scope: { id: `columns of ${projectId}` } });
  useLayoutEffect(() => field.current?.scrollIntoView({ inline: "end", block: "nearest" }), []);
  const save = () => {
    const title = typed.trim();
    if (!title || isTooLong(title, maxColumnTitleLength)) return;
    setTyped("");
    // Restores a refused name unless the next one is being typed.
    add.mutateAsync({ body: { project_id: projectId, title } }).catch(() => setTyped((next) => next || title));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Enter") save();
    else if (event.key === "Escape") onDone();
  };
  return (
    <div>
      <input
        ref={field}
        // the user has just opened this field
        autoFocus
        className={classes.field}
        value={typed}
        dir="auto"
        placeholder={text("board.column.name")}
        aria-label={text("board.column.name")}
        aria-invalid={isTooLong(typed, maxColumnTitleLength) || undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => typed.trim() === "" && onDone()}
      />
      <LengthError typed={typed} max={maxColumnTitleLength} />
    </div>
  );
}
