import { type Announcements, DndContext, DragOverlay } from "@dnd-kit/core";
import { useMemo, useState } from "react";
import { useText } from "../../../platform/intl/useText";
import { AddColumn } from "./columns/AddColumn";
import { DragAnnouncer } from "./DragAnnouncer";
import { BoardFrame } from "./BoardFrame";
import { BoardInteractions } from "./BoardInteractions";
import { BulkBar } from "./BulkBar";
import { dragHelpId } from "./CardSlot";
import { type AddPosition, Column } from "./columns/Column";
import { EmptyBoard, NoMatchingCards } from "./columns/EmptyBoard";
import { hasNoCards } from "../state/board.visible";
import { FlipAnimation } from "../state/flip-animation";
import { Lanes } from "./columns/Lanes";
import { DraggedCard, DraggedColumn } from "./DragOverlays";
import { useBoard, useBoardScope } from "../state/useBoard";
import { useBoardDrag } from "./useBoardDrag";
import { useKeyboardMove } from "./useKeyboardMove";
import { useLaneKind, useLanes } from "../state/useLanes";
import { useCardSelection } from "./useCardSelection";
import { useVisibleCards } from "../filters/useVisibleCards";

const noIds: readonly number[] = [];
const quiet = () => undefined;
/** Silences dnd-kit's announcements, because `Announcer` makes its own for keyboard and pointer. */
const accessibility = {
  announcements: {
    onDragStart: quiet,
    onDragOver: quiet,
    onDragEnd: quiet,
    onDragCancel: quiet,
  } satisfies Announcements,
  screenReaderInstructions: { draggable: "" },
};
/** dnd-kit scrolls columns; `edge-scroll.ts` scrolls the board. */
const autoScroll = {
  canScroll: (element: Element) => !element.hasAttribute("data-board"),
  threshold: { x: 0, y: 0.14 },
  acceleration: 12,
  layoutShiftCompensation: false,
} as const;

/** Moves a column to another one's position; returns the same list if nothing changes. */
function withColumnAt(ids: readonly number[], columnId: number, overId: number | null): readonly number[] {
  const to = overId === null ? -1 : ids.indexOf(overId);
  if (to < 0 || overId === columnId) return ids;
  return ids.filter((id) => id !== columnId).toSpliced(to, 0, columnId);
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

export function Board({ adding, onAdd }: { adding: AddPosition | null; onAdd: (adding: AddPosition | null) => void }) {
  const text = useText();
  const { actor, can } = useBoardScope();
  const [flip] = useState(() => new FlipAnimation());
  const visible = useVisibleCards();
  const select = useCardSelection(visible);
  const selected = useBoard((context) => context.selected);
  const columnIds = useBoard(({ drawn }) => drawn.columnIds);
  const isEmpty = useBoard(({ drawn }) => hasNoCards(drawn.columnIds, drawn.order));
  const hidesAll = !isEmpty && hasNoCards(columnIds, visible);
  const [laneKind] = useLaneKind();
  const lanes = useLanes(laneKind, visible);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const open = useMemo(() => lanes.filter((lane) => !folded.has(lane.key)), [lanes, folded]);
  const onKeyDown = useKeyboardMove(visible, laneKind && { kind: laneKind, shown: open }, select);
  const { dragged, context } = useBoardDrag(flip, (columnId, overId) => {
    const nextColumnIds = withColumnAt(columnIds, columnId, overId);
    if (nextColumnIds !== columnIds) actor.send({ type: "SORT", columnIds: nextColumnIds });
  });
  const shownIds = dragged?.kind === "column" ? withColumnAt(columnIds, dragged.columnId, dragged.overId) : columnIds;
  return (
    <BoardInteractions select={select}>
      <DndContext {...context} autoScroll={autoScroll} accessibility={accessibility}>
        <BoardFrame flip={flip} onKeyDown={onKeyDown} lanes={laneKind !== null}>
          {laneKind ? (
            <Lanes
              kind={laneKind}
              lanes={lanes}
              columnIds={shownIds}
              folded={folded}
              onFold={(key) => setFolded((now) => toggled(now, key))}
              adding={adding}
              onAdd={onAdd}
              empty={hidesAll && !adding ? <NoMatchingCards /> : null}
            />
          ) : (
            <>
              {shownIds.map((id, at) => (
                <Column
                  key={id}
                  columnId={id}
                  ids={visible[id] ?? noIds}
                  adding={adding?.columnId === id ? adding.where : null}
                  onAdd={onAdd}
                  empty={
                    at > 0 || adding ? null : isEmpty ? (
                      <EmptyBoard onAdd={() => onAdd({ columnId: id, where: "top" })} />
                    ) : hidesAll ? (
                      <NoMatchingCards />
                    ) : null
                  }
                />
              ))}
              {can.editColumns && <AddColumn />}
            </>
          )}
        </BoardFrame>
        <DragOverlay dropAnimation={null} zIndex={25}>
          {dragged?.kind === "card" && <DraggedCard width={dragged.width} />}
          {dragged?.kind === "column" && <DraggedColumn columnId={dragged.columnId} width={dragged.width} />}
        </DragOverlay>
      </DndContext>
      <p id={dragHelpId} hidden>
        {text("board.drag.help")}
      </p>
      <DragAnnouncer visible={visible} />
      <BulkBar ids={selected} onClear={select.clear} />
    </BoardInteractions>
  );
}
