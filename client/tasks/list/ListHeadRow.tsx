import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type PointerEvent, useRef } from "react";
import { useText } from "../../platform/intl/useText";
import { Tick } from "../../ui/fields/Tick";
import { fieldOf, isTurned, turned } from "../../../shared/tasks/tasks.sort.rules";
import { useBoardFilter } from "../filters/useBoardFilter";
import { figures, type ListColumn, type ListSettings, widthOf, withWidth } from "./list.columns";
import { useListScope } from "./list.context";
import type { Listing } from "./list.listing";
import cellClasses from "./cells/ListCell.module.css";
import classes from "./ListTable.module.css";
import type { ListSelection } from "./useListSelection";
import type { ChangeSettings } from "./useListSettings";

interface ListHeadRowProps {
  listing: Listing;
  settings: ListSettings;
  changeSettings: ChangeSettings;
  selection: ListSelection;
}

/** Names of the columns; a click sorts by one, its edge makes it wider. */
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
          <Tick
            label={text("list.selectAll")}
            checked={all}
            partly={!all && selection.ids.size > 0}
            quiet
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
  changeSettings: ChangeSettings;
}) {
  const text = useText();
  const { sort, change } = useBoardFilter();
  const on = fieldOf(sort) === column;
  const down = isTurned(sort) !== (column === "created_at");
  const Arrow = down ? IconArrowDown : IconArrowUp;
  // Up, down, and back to the order of the board.
  const next = !on ? column : isTurned(sort) ? "rank" : turned(sort);
  return (
    <span
      role="columnheader"
      aria-colindex={at + 2}
      aria-sort={on ? (down ? "descending" : "ascending") : undefined}
      className={classes.headCell}
      data-figure={figures.has(column) || undefined}
    >
      <button type="button" className={classes.sort} onClick={() => change({ sort: next })}>
        <span className="clip">{text(`list.column.${column}`)}</span>
        {on && <Arrow size={12} stroke={2} aria-hidden />}
      </button>
      <Grip column={column} settings={settings} changeSettings={changeSettings} />
    </span>
  );
}

/** For the pointer; by keys the menu of columns does the same. */
function Grip({
  column,
  settings,
  changeSettings,
}: {
  column: ListColumn;
  settings: ListSettings;
  changeSettings: ChangeSettings;
}) {
  const begun = useRef<{ x: number; width: number } | null>(null);
  const down = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const shown = event.currentTarget.parentElement?.getBoundingClientRect().width;
    begun.current = { x: event.clientX, width: shown ?? widthOf(settings, column) };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const from = begun.current;
    if (!from) return;
    const way = document.documentElement.dir === "rtl" ? -1 : 1;
    changeSettings((now) => withWidth(now, column, from.width + way * (event.clientX - from.x)));
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
