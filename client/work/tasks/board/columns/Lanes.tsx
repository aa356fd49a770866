import { useDroppable } from "@dnd-kit/core";
import { UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { memo, type ReactNode, useMemo, useState } from "react";
import { fieldOfKey, isProjectFieldKey } from "../../../../../shared/work/fields/field-keys";
import type { Priority } from "../../../../../shared/work/tasks/tasks.fields";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { Avatar } from "../../../../ui/signs/Avatar";
import { PriorityBars } from "../../../../ui/signs/PriorityBars";
import { toneColor } from "../../../../ui/signs/tones";
import type { Lane, LaneKind } from "../../state/board.lanes";
import { noLaneKey } from "../../state/board.lanes";
import filterClasses from "../../filters/BoardFilters.module.css";
import { CardListRow } from "../CardList";
import columnClasses from "./Column.module.css";
import { type AddPosition, ColumnHead } from "./Column";
import classes from "./Lanes.module.css";
import { QuickAdd } from "./QuickAdd";
import { useValueText } from "../../../fields/useValueText";
import { FieldValueIcon } from "../../fields/FieldValueText";
import { valueOfKey } from "../../state/field-groups";
import { boardOptionLists, useBoard, useBoardParts } from "../../state/useBoard";
import { type LaneTarget, useColumnRows } from "../useColumnRows";

interface LanesProps {
  kind: LaneKind;
  lanes: readonly Lane[];
  columnIds: readonly number[];
  folded: ReadonlySet<string>;
  onFold: (key: string) => void;
  adding: AddPosition | null;
  onAdd: (adding: AddPosition | null) => void;
  empty: ReactNode;
}

export function Lanes({ kind, lanes, columnIds, folded, onFold, adding, onAdd, empty }: LanesProps) {
  return (
    <div className={classes.lanes}>
      <div className={classes.heads}>
        {columnIds.map((id) => (
          <HeadOfColumn key={id} columnId={id} lanes={lanes} adding={adding} onAdd={onAdd} />
        ))}
      </div>
      {empty}
      {lanes.map((lane) => (
        <section key={lane.key} className={classes.lane}>
          <LaneHead kind={kind} lane={lane} open={!folded.has(lane.key)} onFold={() => onFold(lane.key)} />
          {!folded.has(lane.key) && (
            <div className={classes.row}>
              {columnIds.map((id) => (
                <LaneCell key={id} columnId={id} kind={kind} lane={lane.key} ids={lane.visible[id] ?? noIds} />
              ))}
            </div>
          )}
        </section>
      ))}
    </div>
  );
}

const noIds: readonly number[] = [];

function HeadOfColumn({
  columnId,
  lanes,
  adding,
  onAdd,
}: { columnId: number } & Pick<LanesProps, "lanes" | "adding" | "onAdd">) {
  const cardCount = lanes.reduce((sum, lane) => sum + (lane.visible[columnId]?.length ?? 0), 0);
  return (
    <div className={classes.head} data-column={columnId}>
      <ColumnHead columnId={columnId} shown={cardCount} onAdd={() => onAdd({ columnId, where: "top" })} />
      {adding?.columnId === columnId && <QuickAdd columnId={columnId} where="top" onDone={() => onAdd(null)} />}
    </div>
  );
}

interface LaneHeadProps {
  kind: LaneKind;
  lane: Lane;
  open: boolean;
  onFold: () => void;
}

function LaneHead({ kind, lane, open, onFold }: LaneHeadProps) {
  const { number } = useFormat();
  const { name, sign } = useLaneName(kind, lane.key);
  return (
    <h3 className={classes.laneHead}>
      <UnstyledButton className={classes.fold} aria-expanded={open} onClick={onFold}>
        <IconChevronDown size={16} stroke={1.75} className={classes.chevron} aria-hidden />
        {sign}
        <bdi>{name}</bdi>
        <span className={columnClasses.count}>{number(lane.count)}</span>
      </UnstyledButton>
    </h3>
  );
}

function useLaneName(kind: LaneKind, key: string): { name: string; sign: ReactNode } {
  const text = useText();
  const person = useBoard(({ drawn }) => (kind === "assignee" ? drawn.users[Number(key)] : undefined));
  const tag = useBoard(({ drawn }) => (kind === "tag" ? drawn.tags[Number(key)] : undefined));
  const { fields, users } = useBoardParts(boardOptionLists);
  const valueText = useValueText();
  if (isProjectFieldKey(kind)) {
    const field = fieldOfKey(fields, kind);
    const value = valueOfKey(key);
    if (!field || value === null) return { name: text("projectField.noValue"), sign: null };
    return {
      name: valueText(field, value, Object.values(users)),
      sign: <FieldValueIcon field={field} value={value} people={users} />,
    };
  }
  if (kind === "priority") {
    const priority = key as Priority;
    return { name: text(`task.priority.${priority}`), sign: <PriorityBars priority={priority} /> };
  }
  if (key === noLaneKey) return { name: text(`board.lanes.${kind}.none`), sign: null };
  if (person) return { name: person.fullname, sign: <Avatar person={person} size={20} hasVisibleName /> };
  const dot = tag && <i className={filterClasses.dot} style={{ background: toneColor(tag.color) }} />;
  return { name: tag?.name ?? "", sign: dot };
}

/** Number of cards initially shown per lane cell. */
const atOnce = 25;

interface LaneCellProps {
  columnId: number;
  kind: LaneKind;
  lane: string;
  ids: readonly number[];
}

const LaneCell = memo(function LaneCell({ columnId, kind, lane, ids }: LaneCellProps) {
  const text = useText();
  // Follows the kind: the lane without a value has the same key for each kind and stays mounted.
  const part = useMemo<LaneTarget>(() => ({ kind, key: lane }), [kind, lane]);
  const [most, setMost] = useState(atOnce);
  const { rows, parked } = useColumnRows(columnId, ids, part);
  const { setNodeRef } = useDroppable({ id: `list-${lane}-${columnId}`, data: { columnId, lane: part } });
  const hovered = useBoard(({ drag }) => drag !== null && rows.some((row) => row.kind === "slot"));
  const title = useBoard(({ drawn }) => drawn.columns[columnId]?.title ?? "");
  return (
    <div className={classes.cell} data-over={hovered || undefined} ref={setNodeRef}>
      <ol className={columnClasses.list} data-cards={columnId} data-lane={lane} aria-label={title}>
        {rows.slice(0, most).map((row) => (
          <li key={row.key}>
            <CardListRow row={row} />
          </li>
        ))}
        {parked && (
          <li key={parked.row.key} className={columnClasses.parked}>
            <CardListRow row={parked.row} />
          </li>
        )}
      </ol>
      {rows.length > most && (
        <UnstyledButton className={columnClasses.add} onClick={() => setMost(most + 4 * atOnce)}>
          {text("board.lanes.more", { count: rows.length - most })}
        </UnstyledButton>
      )}
    </div>
  );
});
