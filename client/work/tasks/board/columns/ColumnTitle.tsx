import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import type { Column } from "../../../../../shared/work/tasks/tasks.board";
import { updateColumn } from "../../../../../shared/work/tasks/columns.contract";
import { useText } from "../../../../platform/intl/useText";
import { useAction } from "../../../../platform/query";
import { LengthError } from "../../../../ui/fields/LengthError";
import { isTooLong } from "../../../../ui/fields/length";
import { maxColumnTitleLength } from "../../../../../shared/work/tasks/tasks.fields";
import { useInlineEdit } from "../../../../ui/form/useInlineEdit";
import classes from "./ColumnTitle.module.css";

interface ColumnTitleProps {
  column: Column;
  editing: boolean;
  onEdit?: (editing: boolean) => void;
}

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
  /** The title at the start: another user's change isn't undone by leaving the field untouched. */
  const [start] = useState(column.title);
  const [typed, setTyped] = useState(start);
  // The field stays until the server confirms, so that the text isn't lost on an error.
  const rename = useAction(updateColumn, { onSuccess: onDone, onProblem: () => reopen() });
  const { handlers, reopen } = useInlineEdit((save) => {
    const title = typed.trim();
    if (save && isTooLong(title, maxColumnTitleLength)) return false;
    if (!save || title === "" || title === start) return onDone();
    rename.mutate({ params: { id: column.id }, body: { title } });
  });
  return (
    <div>
      <input
        // the user has just opened this field
        autoFocus
        className={classes.field}
        value={typed}
        dir="auto"
        aria-label={text("board.column.name")}
        aria-invalid={isTooLong(typed, maxColumnTitleLength) || undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        {...handlers}
        onMouseDown={(event) => event.stopPropagation()}
      />
      <LengthError typed={typed} max={maxColumnTitleLength} />
    </div>
  );
}
