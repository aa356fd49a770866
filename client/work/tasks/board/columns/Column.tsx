import { useDraggable } from "@dnd-kit/core";
import { ActionIcon } from "@mantine/core";
import { IconDots, IconPlus } from "@tabler/icons-react";
import { type CSSProperties, memo, type ReactNode, useState } from "react";
import { taskIdsInColumn } from "../../../../../shared/work/tasks/tasks.board";
import { wipState } from "../../../../../shared/work/tasks/tasks.wip.rules";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { StatusGlyph } from "../../../../ui/signs/StatusGlyph";
import { toneColor } from "../../../../ui/signs/tones";
import { CardList } from "../CardList";
import classes from "./Column.module.css";
import { ColumnMenu } from "./ColumnMenu";
import { ColumnTitle } from "./ColumnTitle";
import { statusOfColumn } from "../../state/column.status";
import { QuickAdd } from "./QuickAdd";
import { useBoard, useBoardParts, useBoardScope } from "../../state/useBoard";

export interface AddPosition {
  columnId: number;
  where: "top" | "bottom";
}

interface ColumnProps {
  columnId: number;
  ids: readonly number[];
  adding: "top" | "bottom" | null;
  onAdd: (adding: AddPosition | null) => void;
  empty?: ReactNode;
}

export const Column = memo(function Column({ columnId, ids, adding, onAdd, empty }: ColumnProps) {
  const text = useText();
  const { can } = useBoardScope();
  const hovered = useBoard(
    ({ drag }) => drag !== null && drag.over.columnId === columnId && drag.from.columnId !== columnId,
  );
  const title = useBoard(({ drawn }) => drawn.columns[columnId]?.title ?? "");
  return (
    <section className={classes.column} data-over={hovered || undefined} data-column={columnId} aria-label={title}>
      <ColumnHead columnId={columnId} shown={ids.length} onAdd={() => onAdd({ columnId, where: "top" })} />
      <CardList
        columnId={columnId}
        ids={ids}
        top={adding === "top" && <QuickAdd columnId={columnId} where="top" onDone={() => onAdd(null)} />}
      >
        {empty}
        {adding === "bottom" ? (
          <QuickAdd columnId={columnId} where="bottom" onDone={() => onAdd(null)} />
        ) : (
          can.create &&
          !empty && (
            <button type="button" className={classes.add} onClick={() => onAdd({ columnId, where: "bottom" })}>
              <IconPlus size={16} stroke={1.75} aria-hidden />
              {text("board.addTask")}
            </button>
          )
        )}
      </CardList>
    </section>
  );
});

export function ColumnHead({ columnId, shown, onAdd }: { columnId: number; shown: number; onAdd: () => void }) {
  const text = useText();
  const { number } = useFormat();
  const { can } = useBoardScope();
  const [renaming, setRenaming] = useState(false);
  const { column, status, count } = useBoardParts(({ context: { drawn } }) => ({
    column: drawn.columns[columnId],
    status: statusOfColumn(drawn, columnId),
    count: taskIdsInColumn(drawn, columnId).length,
  }));
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `move-column-${columnId}`,
    data: { columnId },
    disabled: !can.editColumns || renaming,
  });
  if (!column) return null;
  const tone = column.color ? toneColor(column.color) : undefined;
  const style =
    tone === undefined
      ? undefined
      : ({ "--st-todo": tone, "--st-doing": tone, "--st-review": tone, "--st-done": tone } as CSSProperties);
  return (
    <header
      ref={setNodeRef}
      {...listeners}
      className={classes.head}
      style={style}
      data-dragged={isDragging || undefined}
    >
      <StatusGlyph status={status} />
      <ColumnTitle column={column} editing={renaming} onEdit={can.editColumns ? setRenaming : undefined} />
      <span
        className={classes.count}
        data-wip={wipState(count, column.wip_limit)}
        title={text("board.column.tasks", { count })}
      >
        {shown === count ? number(count) : text("board.column.shownOf", { shown: number(shown), count: number(count) })}
      </span>
      {column.wip_limit !== null && <WipLimit count={count} limit={column.wip_limit} />}
      <span className={classes.actions}>
        {can.create && (
          <ActionIcon size={24} aria-label={text("board.column.addTask", { title: column.title })} onClick={onAdd}>
            <IconPlus size={16} stroke={1.75} />
          </ActionIcon>
        )}
        {can.editColumns && (
          <ColumnMenu column={column} onRename={() => setRenaming(true)}>
            {(button) => (
              <ActionIcon size={24} aria-label={text("board.column.menu", { title: column.title })} {...button}>
                <IconDots size={16} stroke={1.75} />
              </ActionIcon>
            )}
          </ColumnMenu>
        )}
      </span>
    </header>
  );
}

/** Shows the number of tasks and the limit. Exceeding the limit only shows a warning. */
function WipLimit({ count, limit }: { count: number; limit: number }) {
  const text = useText();
  const { number } = useFormat();
  const state = wipState(count, limit);
  const why = text(`board.wip.${state}`, { count: number(count), limit: number(limit) });
  return (
    <span className={classes.limit} data-wip={state} title={why}>
      {text("board.wip.limit", { limit: number(limit) })}
      <span className="sr-only">{why}</span>
    </span>
  );
}
