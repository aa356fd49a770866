import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { type CSSProperties, memo } from "react";
import { wipState } from "../../../../shared/work/tasks/tasks.wip.rules";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useToday } from "../../../platform/today";
import { LightCheckbox } from "../../../ui/fields/LightCheckbox";
import { useBoardParts, useBoardScope } from "../state/useBoard";
import { GroupName, GroupIcon } from "./GroupName";
import { groupDefaults } from "./list.groups";
import { cellIdOf, useListScope } from "./list.context";
import type { ListGroup } from "./list.listing";
import classes from "./ListGroup.module.css";
import rowClasses from "./ListTable.module.css";
import { useGroupName } from "./useGroupName";
import tones from "../../../ui/layout/tones.module.css";
import flow from "../../../ui/layout/flow.module.css";

interface ListGroupRowProps {
  group: ListGroup;
  index: number;
  /** Position of the row; if undefined, the row sticks below the column headings. */
  place: CSSProperties | undefined;
  active: boolean;
  folded: boolean;
  selected: boolean;
}

export const ListGroupRow = memo(function ListGroupRow(props: ListGroupRowProps) {
  const { group, index, place, active, folded, selected } = props;
  const text = useText();
  const { number } = useFormat();
  const { can } = useBoardScope();
  const { acts, columns, narrow } = useListScope();
  const today = useToday();
  const name = useGroupName()(group.value);
  const board = useBoardParts(({ context: { drawn } }) => ({
    columnIds: drawn.columnIds,
    columns: drawn.columns,
    fields: drawn.fields,
    users: drawn.users,
  }));
  const column = group.value.by === "status" ? board.columns[group.value.columnId] : undefined;
  const canAdd = can.create && groupDefaults(group.value, board, today) !== null;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-level={1}
      aria-expanded={!folded}
      className={`${rowClasses.row} ${rowClasses.group} ${place ? "" : rowClasses.stuck}`}
      style={place}
    >
      <div
        id={cellIdOf(group.key, 0)}
        role="gridcell"
        aria-colindex={1}
        aria-colspan={columns.length + 1}
        className={classes.groupCell}
        data-row-key={group.key}
        tabIndex={active ? 0 : -1}
      >
        <button
          type="button"
          tabIndex={-1}
          className={classes.icon}
          aria-label={text(folded ? "list.unfold" : "list.fold", { name })}
          onClick={() => acts.fold(group)}
        >
          <IconChevronDown size={16} stroke={1.75} className={classes.fold} aria-hidden />
        </button>
        <GroupIcon value={group.value} />
        <GroupName name={name} />
        <span className={tones.quietFigures}>
          {number(group.ids.length)} <span className="sr-only">{text("list.tasks", { count: group.ids.length })}</span>
        </span>
        {column?.wip_limit != null && (
          <span className={classes.limit} data-wip={wipState(group.ids.length, column.wip_limit)}>
            {text("board.wip.limit", { limit: column.wip_limit })}
          </span>
        )}
        {!narrow && (
          <LightCheckbox
            label={text("list.selectGroup", { name })}
            checked={selected}
            showsOnHover
            tabIndex={-1}
            onToggle={() => acts.tickGroup(group, !selected)}
          />
        )}
        {!narrow && <span className={flow.grow} />}
        {canAdd && (
          <button
            type="button"
            tabIndex={-1}
            className={classes.icon}
            aria-label={text("list.addTo", { name })}
            onClick={() => acts.add(group)}
          >
            <IconPlus size={16} stroke={1.75} aria-hidden />
          </button>
        )}
      </div>
    </div>
  );
});
