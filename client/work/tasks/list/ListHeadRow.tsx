import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type PointerEvent, useRef } from "react";
import { useText } from "../../../platform/intl/useText";
import { LightCheckbox } from "../../../ui/fields/LightCheckbox";
import { sortFieldOf, isDescending, reverseSort } from "../../../../shared/work/tasks/tasks.sort.rules";
import { useBoardFilter } from "../filters/useBoardFilter";
import { useColumnTitle } from "../fields/useColumnTitle";
import { useBoard } from "../state/useBoard";
import { isNumericColumn, type ListColumn, type ListSettings, columnWidth, withColumnWidth } from "./list.columns";
import { useListScope } from "./list.context";
import type { Listing } from "./list.listing";
import cellClasses from "./cells/ListCell.module.css";
import classes from "./ListTable.module.css";
import type { ListSelection } from "./useListSelection";
import type { ListSettingsUpdater } from "./useListSettings";

interface ListHeadRowProps {
  listing: Listing;
  settings: ListSettings;
  changeSettings: ListSettingsUpdater;
  selection: ListSelection;
}

export function ListHeadRow({ listing, settings, changeSettings, selection }: ListHeadRowProps) {
  const text = useText();
  const { narrow } = useListScope();
  const all = listing.count > 0 && selection.ids.size >= listing.count;
  const toggleAll = () =>
    selection.mark(
      listing.groups.flatMap(({ ids }) => ids).filter((id) => id > 0),
      !all,
    );
  if (narrow) return null;
  return (
    <div role="rowgroup" className={classes.headGroup}>
      <div role="row" aria-rowindex={1} className={classes.head}>
        <span role="columnheader" aria-colindex={1} className={cellClasses.tickCell}>
          <LightCheckbox
            label={text("list.selectAll")}
            checked={all}
            partly={!all && selection.ids.size > 0}
            showsOnHover
            onToggle={toggleAll}
          />
        </span>
        {settings.columns.map((column, at) => (
          <HeadCell key={column} column={column} at={at} settings={settings} changeSettings={changeSettings} />
        ))}
      </div>
    </div>
  );
}

function HeadCell({
  column,
  at,
  settings,
  changeSettings,
}: {
  column: ListColumn;
  at: number;
  settings: ListSettings;
  changeSettings: ListSettingsUpdater;
}) {
  const title = useColumnTitle()(column);
  const fields = useBoard(({ drawn }) => drawn.fields);
  const { sort, change } = useBoardFilter();
  const on = sortFieldOf(sort) === column;
  const down = isDescending(sort) !== (column === "created_at");
  const Arrow = down ? IconArrowDown : IconArrowUp;
  // Cycles through ascending, descending and the board's order.
  const next = !on ? column : isDescending(sort) ? "rank" : reverseSort(sort);
  return (
    <span
      role="columnheader"
      aria-colindex={at + 2}
      aria-sort={on ? (down ? "descending" : "ascending") : undefined}
      className={classes.headCell}
      data-figure={isNumericColumn(column, fields) || undefined}
    >
      <button type="button" className={classes.sort} onClick={() => change({ sort: next })}>
        <bdi className="clip">{title}</bdi>
        {on && <Arrow size={12} stroke={2} aria-hidden />}
      </button>
      <Grip column={column} settings={settings} changeSettings={changeSettings} />
    </span>
  );
}

/** Changes the column width by pointer; the column menu offers the same by keyboard. */
function Grip({
  column,
  settings,
  changeSettings,
}: {
  column: ListColumn;
  settings: ListSettings;
  changeSettings: ListSettingsUpdater;
}) {
  const begun = useRef<{ x: number; width: number } | null>(null);
  const down = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const currentWidth = event.currentTarget.parentElement?.getBoundingClientRect().width;
    begun.current = { x: event.clientX, width: currentWidth ?? columnWidth(settings, column) };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const from = begun.current;
    if (!from) return;
    const direction = document.documentElement.dir === "rtl" ? -1 : 1;
    changeSettings((now) => withColumnWidth(now, column, from.width + direction * (event.clientX - from.x)));
  };
  return (
    <span
      className={classes.grip}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={() => {
        begun.current = null;
      }}
      aria-hidden
    />
  );
}
