import { IconSelector } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { fieldOfKey, isProjectFieldKey, projectFieldKey } from "../../../../../shared/work/fields/field-keys";
import type { BoardTask } from "../../../../../shared/work/tasks/tasks.contract";
import { isFigureColumn } from "../../../../../shared/work/tasks/tasks.field-lists";
import { Picker } from "../../../../ui/fields/Picker";
import { CellDate } from "./CellDate";
import { CellFieldText, CellText } from "./CellText";
import type { ListColumn } from "../list.columns";
import { useListScope } from "../list.context";
import classes from "./ListCell.module.css";
import { type CellChoices, useCellChoices } from "./useCellChoices";
import { useBoard } from "../../state/useBoard";
import { useEditTask } from "./useEditTask";
import flow from "../../../../ui/layout/flow.module.css";

interface CellEditorProps {
  column: ListColumn;
  task: BoardTask;
  /** Character that started editing; it starts the new value or the search. */
  typed?: string;
  children: ReactNode;
}

export function CellEditor(props: CellEditorProps) {
  const { column, task, typed, children } = props;
  if (isProjectFieldKey(column)) return <FieldCellEditor {...props} />;
  switch (column) {
    case "title":
      return <CellText column={column} task={task} startWith={typed} />;
    case "start_date":
    case "due_date":
      return (
        <CellDate field={column} task={task} startWith={typed}>
          {children}
        </CellDate>
      );
    case "key":
    case "subtasks":
    case "spent":
    case "created_at":
    case "comments":
    case "files":
      return children;
    default:
      if (isFigureColumn(column)) return <CellText column={column} task={task} startWith={typed} />;
      return (
        <CellChoice column={column} task={task} typed={typed}>
          {children}
        </CellChoice>
      );
  }
}

function FieldCellEditor({ column, task, typed, children }: CellEditorProps) {
  const field = useBoard(({ drawn }) => fieldOfKey(drawn.fields, column));
  switch (field?.kind) {
    case undefined:
      return children;
    case "text":
    case "link":
    case "number":
      return <CellFieldText field={field} task={task} startWith={typed} />;
    case "day":
      return (
        <CellDate field={field} task={task} startWith={typed}>
          {children}
        </CellDate>
      );
    case "flag":
    case "choice":
    case "choices":
    case "person":
      return (
        <CellChoice column={projectFieldKey(field.id)} task={task} typed={typed}>
          {children}
        </CellChoice>
      );
  }
}

/** Several choices are collected until the list closes, so that the edit is one change and one undo step. */
function CellChoice({ column, task, typed, children }: CellEditorProps & { column: CellChoices["column"] }) {
  const { acts } = useListScope();
  const edit = useEditTask();
  const choices = useCellChoices(column, task);
  const [baseVersion] = useState(task.version);
  /** The choice at the start: another user's change of an untouched field is no conflict. */
  const [firstChosen] = useState(choices.chosen);
  const [chosen, setChosen] = useState(firstChosen);
  const commit = (values: readonly string[]) => {
    if (values.length !== firstChosen.length || values.some((value) => !firstChosen.includes(value)))
      edit(task, choices.editOf(values), baseVersion);
  };
  const pick = (value: string) => {
    if (!choices.multiple) return commit([value]);
    setChosen(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  };
  const onTab = (event: KeyboardEvent) => {
    if (event.key !== "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (choices.multiple) commit(chosen);
    acts.leave(event.shiftKey ? "previous" : "next");
  };
  return (
    <span className={classes.editor} onKeyDownCapture={onTab}>
      <Picker
        options={choices.options}
        chosen={chosen}
        onPick={pick}
        multiple={choices.multiple}
        onCreate={choices.create && ((name) => choices.create?.(name, (id) => setChosen((now) => [...now, id])))}
        searchLabel={choices.label}
        width={choices.width}
        opened
        startWith={typed}
        onClosed={() => {
          if (choices.multiple) commit(chosen);
          acts.leave();
        }}
      >
        {(button) => (
          <button type="button" className={classes.editorButton} aria-label={choices.label} {...button}>
            {choices.multiple && chosen !== firstChosen ? choices.shown(chosen) : children}
            <span className={flow.grow} />
            <IconSelector size={14} stroke={1.75} aria-hidden />
          </button>
        )}
      </Picker>
    </span>
  );
}
