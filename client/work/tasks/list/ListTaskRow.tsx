import { type CSSProperties, memo } from "react";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { useText } from "../../../platform/intl/useText";
import { presenceColor } from "../../../ui/signs/people";
import { LightCheckbox } from "../../../ui/fields/LightCheckbox";
import { type CardState, cardState } from "../state/board.card-state";
import { useCardActions } from "../state/card-actions";
import { useBoard, useBoardParts, useBoardScope, useCardRights } from "../state/useBoard";
import { CellEditor } from "./cells/CellEditor";
import { isEditableColumn, isNumericColumn, type ListColumn } from "./list.columns";
import { cellIdOf, useListScope } from "./list.context";
import { ListCell } from "./cells/ListCell";
import { ListPhoneRow } from "./ListPhoneRow";
import cellClasses from "./cells/ListCell.module.css";
import classes from "./ListTable.module.css";

interface ListTaskRowProps {
  id: number;
  rowKey: string;
  index: number;
  start: number;
  leveled: boolean;
  selected: boolean;
  /** Column of the focused cell; -1 when the focus is in another row. */
  activeColumn: number;
  editing: boolean;
  /** Character that started editing. */
  typed: string | undefined;
}

/** Row of a task. Its cells re-render only when the task or the focus within the row changes, not when the row moves. */
export const ListTaskRow = memo(function ListTaskRow(props: ListTaskRowProps) {
  const { id, rowKey, index, start, leveled, selected, activeColumn, editing, typed } = props;
  const { projectId } = useBoardScope();
  const { menu } = useCardActions();
  const state = useBoardParts((snapshot) => cardState(snapshot, id));
  const { task, holder, reader } = state;
  if (!task) return null;
  const person = holder ?? reader;
  const style = {
    translate: `0 ${start}px`,
    "--person": person && presenceColor(person.id, projectId),
  } as CSSProperties;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-level={leveled ? 2 : undefined}
      aria-selected={selected}
      className={classes.row}
      style={style}
      data-task={id}
      data-selected={selected || undefined}
      onContextMenu={(event) => menu(id, event)}
      data-open={state.open || undefined}
      data-waiting={state.waiting || undefined}
      data-changed={state.change?.revision}
    >
      <RowCells
        task={task}
        state={state}
        rowKey={rowKey}
        selected={selected}
        activeColumn={activeColumn}
        editing={editing}
        typed={typed}
      />
    </div>
  );
});

type RowCellsProps = Pick<ListTaskRowProps, "rowKey" | "selected" | "activeColumn" | "editing" | "typed"> & {
  task: BoardTask;
  state: CardState;
};

const RowCells = memo(function RowCells({
  task,
  state,
  rowKey,
  selected,
  activeColumn,
  editing,
  typed,
}: RowCellsProps) {
  const { columns, narrow } = useListScope();
  if (narrow) return <ListPhoneRow task={task} rowKey={rowKey} selected={selected} active={activeColumn >= 0} />;
  return (
    <>
      <TickCell task={task} rowKey={rowKey} selected={selected} active={activeColumn === 0} />
      {columns.map((column, at) => (
        <TaskCell
          key={column}
          column={column}
          at={at + 1}
          task={task}
          state={state}
          rowKey={rowKey}
          active={activeColumn === at + 1}
          editing={editing && activeColumn === at + 1}
          typed={activeColumn === at + 1 ? typed : undefined}
        />
      ))}
    </>
  );
});

interface CellProps {
  task: BoardTask;
  rowKey: string;
  active: boolean;
}

function TickCell({ task, rowKey, active, selected }: CellProps & { selected: boolean }) {
  const text = useText();
  const { acts } = useListScope();
  return (
    <div
      id={cellIdOf(rowKey, 0)}
      role="gridcell"
      aria-colindex={1}
      className={cellClasses.tickCell}
      data-row-key={rowKey}
      data-column={0}
      tabIndex={active ? 0 : -1}
    >
      <LightCheckbox
        label={text("list.select", { key: task.key || task.title })}
        checked={selected}
        showsOnHover
        tabIndex={-1}
        onToggle={(event) => acts.tick(task.id, rowKey, event.shiftKey)}
      />
    </div>
  );
}

interface TaskCellProps extends CellProps {
  column: ListColumn;
  at: number;
  state: CardState;
  editing: boolean;
  typed: string | undefined;
}

function TaskCell({ column, at, task, state, rowKey, active, editing, typed }: TaskCellProps) {
  const can = useCardRights(task);
  const fields = useBoard(({ drawn }) => drawn.fields);
  const editable = isEditableColumn(column) && can.edit && task.id > 0 && !state.holder;
  const isOpen = editing && editable;
  const content = <ListCell column={column} task={task} state={state} rowKey={rowKey} at={at} />;
  return (
    <div
      id={cellIdOf(rowKey, at)}
      role="gridcell"
      aria-colindex={at + 1}
      className={cellClasses.cell}
      data-row-key={rowKey}
      data-column={at}
      data-figure={isNumericColumn(column, fields) || undefined}
      data-editable={editable || undefined}
      data-editing={isOpen || undefined}
      // While editing, the editor receives the focus instead of the cell.
      tabIndex={isOpen ? undefined : active ? 0 : -1}
    >
      {isOpen ? (
        <CellEditor column={column} task={task} typed={typed}>
          {content}
        </CellEditor>
      ) : (
        content
      )}
    </div>
  );
}
