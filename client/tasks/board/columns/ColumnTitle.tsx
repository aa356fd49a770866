import { UnstyledButton } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import type { Column } from "../../../../shared/tasks/tasks.board";
import { updateColumn } from "../../../../shared/tasks/columns.contract";
import { useText } from "../../../platform/intl/useText";
import { useAction } from "../../../platform/query";
import { wasLeft } from "../../../ui/form/leaving";
import classes from "./ColumnTitle.module.css";

interface ColumnTitleProps {
  column: Column;
  editing: boolean;
  /** Missing: may not rename. */
  onEdit?: (editing: boolean) => void;
}

/** Renamed where it stands: Enter or leaving saves, Escape doesn't. */
export function ColumnTitle({ column, editing, onEdit }: ColumnTitleProps) {
  const text = useText();
  if (editing && onEdit) return <TitleField column={column} onDone={() => onEdit(false)} />;
  return (
    <h2 className={classes.title}>
      {onEdit ? (
        <UnstyledButton className={classes.button} title={text("board.column.rename")} onClick={() => onEdit(true)}>
          <bdi>{column.title}</bdi>
        </UnstyledButton>
      ) : (
        <bdi>{column.title}</bdi>
      )}
    </h2>
  );
}

function TitleField({ column, onDone }: { column: Column; onDone: () => void }) {
  const text = useText();
  const [typed, setTyped] = useState(column.title);
  const closed = useRef(false);
  // The field stays until the server has agreed; what was typed isn't lost when it doesn't.
  const rename = useAction(updateColumn, { onSuccess: onDone, onProblem: () => void (closed.current = false) });
  const close = (save: boolean) => {
    if (closed.current) return;
    closed.current = true;
    const title = typed.trim();
    if (!save || title === "" || title === column.title) return onDone();
    rename.mutate({ params: { id: column.id }, body: { title } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Enter") close(true);
    else if (event.key === "Escape") close(false);
  };
  return (
    <input
      // The focus comes here: the person has just asked for this field.
      autoFocus
      className={classes.field}
      value={typed}
      maxLength={60}
      dir="auto"
      aria-label={text("board.column.name")}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => wasLeft() && close(true)}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => event.stopPropagation()}
    />
  );
}
