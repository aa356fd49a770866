import { type CSSProperties, memo } from "react";
import type { BoardTask } from "../../../shared/tasks/tasks.contract";
import { useText } from "../../platform/intl/useText";
import { presenceColor } from "../../ui/signs/people";
import { Tick } from "../../ui/fields/Tick";
import { type CardState, cardState } from "../board/state/board.card-state";
import { useCardActs } from "../board/state/card-acts";
import { useBoardParts, useBoardScope } from "../board/state/useBoard";
import { CellEditor } from "./cells/CellEditor";
import { editableColumns, figures, type ListColumn } from "./list.columns";
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
  /** It stands below the row of its group. */
  leveled: boolean;
  selected: boolean;
  /** -1: the keys are elsewhere. */
  activeColumn: number;
  editing: boolean;
}

/** A task as a row. Drawn again only when something of this one task changed, or of the keys in it. */
export const ListTaskRow = memo(function ListTaskRow(props: ListTaskRowProps) {
  const { id, rowKey, index, start, leveled, selected, activeColumn, editing } = props;
  const { projectId } = useBoardScope();
  const { columns, narrow } = useListScope();
  const { menu } = useCardActs();
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
      {narrow ? (
        <ListPhoneRow task={task} rowKey={rowKey} selected={selected} active={activeColumn >= 0} />
      ) : (
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
            />
          ))}
        </>
      )}
    </div>
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
      <Tick
        label={text("list.select", { key: task.key || task.title })}
        checked={selected}
        quiet
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
}

function TaskCell({ column, at, task, state, rowKey, active, editing }: TaskCellProps) {
  const { can } = useBoardScope();
  const editable = editableColumns.has(column) && can.edit && task.id > 0 && !state.holder;
  const isOpen = editing && editable;
  const shown = <ListCell column={column} task={task} state={state} rowKey={rowKey} at={at} />;
  return (
    <div
      id={cellIdOf(rowKey, at)}
      role="gridcell"
      aria-colindex={at + 1}
      className={cellClasses.cell}
      data-row-key={rowKey}
      data-column={at}
      data-figure={figures.has(column) || undefined}
      data-editable={editable || undefined}
      data-editing={isOpen || undefined}
      // While it is edited, what stands in it takes the pointer and the keys.
      tabIndex={isOpen ? undefined : active ? 0 : -1}
    >
      {isOpen ? (
        <CellEditor column={column} task={task}>
          {shown}
        </CellEditor>
      ) : (
        shown
      )}
    </div>
  );
}
