import { useRef } from "react";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { useText } from "../../../platform/intl/useText";
import { TruncatedName } from "../../../ui/signs/TruncatedName";
import { LightCheckbox } from "../../../ui/fields/LightCheckbox";
import { DueDay } from "../fields/DueDay";
import { cellIdOf, useListScope } from "./list.context";
import { EmptyCell } from "./EmptyCell";
import { ListPeople } from "./ListPeople";
import classes from "./cells/ListCell.module.css";
import { TaskLink } from "./ListTitle";
import flow from "../../../ui/layout/flow.module.css";

const longPressMs = 450;

export function ListPhoneRow({
  task,
  rowKey,
  selected,
  active,
}: {
  task: BoardTask;
  rowKey: string;
  selected: boolean;
  active: boolean;
}) {
  const text = useText();
  const { acts, columns } = useListScope();
  const press = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = () => clearTimeout(press.current);
  return (
    <div
      id={cellIdOf(rowKey, 0)}
      role="gridcell"
      aria-colindex={1}
      aria-colspan={columns.length + 1}
      aria-label={task.title}
      className={classes.phoneRow}
      data-row-key={rowKey}
      tabIndex={active ? 0 : -1}
      onPointerDown={() => {
        press.current = setTimeout(() => acts.tick(task.id, rowKey, false), longPressMs);
      }}
      onPointerUp={release}
      onPointerMove={(event) => (Math.abs(event.movementX) + Math.abs(event.movementY) > 4 ? release() : undefined)}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
    >
      <span className={classes.phoneLines}>
        <span className={classes.phoneMeta}>
          <TaskLink id={task.id} className={classes.title}>
            <TruncatedName>{task.title}</TruncatedName>
          </TaskLink>
          <span className={flow.grow} />
          <LightCheckbox
            label={text("list.select", { key: task.key || task.title })}
            checked={selected}
            showsOnHover
            tabIndex={-1}
            onToggle={() => acts.tick(task.id, rowKey, false)}
          />
        </span>
        <span className={classes.phoneMeta}>
          <ListPeople task={task} />
          <span className={flow.grow} />
          {task.due_date ? <DueDay task={task} /> : <EmptyCell />}
        </span>
      </span>
    </div>
  );
}
