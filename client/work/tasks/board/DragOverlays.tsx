import { taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import { useFormat } from "../../../platform/intl/useText";
import { StatusGlyph } from "../../../ui/signs/StatusGlyph";
import { statusOfColumn } from "../state/column.status";
import classes from "./DragOverlays.module.css";
import { TaskCard } from "./TaskCard";
import cardClasses from "./TaskCard.module.css";
import { boardOptionLists, useBoard, useBoardParts } from "../state/useBoard";
import tones from "../../../ui/layout/tones.module.css";

export function DraggedCard({ width }: { width: number }) {
  const { number } = useFormat();
  const drag = useBoard((context) => context.drag);
  const selected = useBoard(({ selected, drag }) => drag !== null && selected.includes(drag.taskId));
  const lists = useBoardParts(boardOptionLists);
  if (!drag) return null;
  const count = drag.taskIds.length;
  return (
    <div className={count > 1 ? cardClasses.stack : undefined} data-count={count} style={{ inlineSize: width }}>
      <div className={cardClasses.card} data-lifted data-drag-overlay data-selected={selected || undefined}>
        <TaskCard task={drag.task} lists={lists} selected={selected} />
      </div>
      {count > 1 && <span className={cardClasses.stackCount}>{number(count)}</span>}
    </div>
  );
}

export function DraggedColumn({ columnId, width }: { columnId: number; width: number }) {
  const { number } = useFormat();
  const board = useBoard(({ drawn }) => drawn);
  return (
    <div className={classes.column} data-drag-overlay style={{ inlineSize: width }}>
      <StatusGlyph status={statusOfColumn(board, columnId)} />
      <strong>
        <bdi>{board.columns[columnId]?.title}</bdi>
      </strong>
      <span className={tones.quiet}>{number(taskIdsInColumn(board, columnId).length)}</span>
    </div>
  );
}
