import { useEffect, useRef, useState } from "react";
import { taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import { useFormat, useText } from "../../../platform/intl/useText";
import type { DragState } from "../state/board.context";
import type { VisibleCards } from "../state/board.visible";
import { visibleIndex } from "../state/drag.position";
import { useRefusalText } from "./CardNotes";
import { changesTask, type PendingChange } from "../pending/task-changes";
import { taskQueue } from "../pending/task-queue";
import { droppedTask } from "../state/board.sorted";
import { useBoardScope } from "../state/useBoard";
import { useSortedDrop } from "./columns/useSortedDrop";

/** Announces the position of the dragged card to screen readers, counted from one. */
export function DragAnnouncer({ visible }: { visible: VisibleCards }) {
  const [announcement, setAnnouncement] = useState("");
  const [refused, setRefused] = useState<PendingChange | null>(null);
  const tell = useAnnouncement(visible);
  const telling = useRef(tell);
  useEffect(() => {
    telling.current = tell;
  });
  const { actor } = useBoardScope();
  useEffect(() => {
    let before: DragState | null = null;
    const subscription = actor.subscribe(({ context: { drag } }) => {
      if (drag === before) return;
      const sentence = telling.current(before, drag);
      before = drag;
      if (!sentence) return;
      setAnnouncement(sentence);
      setRefused(null); // the previous refusal was already announced
    });
    const stopRefusals = taskQueue.refusals.subscribe(setRefused);
    return () => {
      subscription.unsubscribe();
      stopRefusals();
    };
  }, [actor]);
  return (
    <div role="status" aria-live="assertive" aria-atomic className="sr-only">
      {refused ? <Refusal pending={refused} key={refused.id} /> : announcement}
    </div>
  );
}

function Refusal({ pending }: { pending: PendingChange }) {
  const reason = useRefusalText(pending);
  return <>{reason}</>;
}

function useAnnouncement(visible: VisibleCards): (before: DragState | null, drag: DragState | null) => string | null {
  const text = useText();
  const { number } = useFormat();
  const { actor } = useBoardScope();
  const sorted = useSortedDrop();
  return (before, drag) => {
    const { drawn } = actor.getSnapshot().context;
    const where = (state: DragState, place: DragState["over"]) => {
      const cards = (visible[place.columnId] ?? []).filter((id) => !state.taskIds.includes(id));
      const order = taskIdsInColumn(drawn, place.columnId).filter((id) => !state.taskIds.includes(id));
      const index = sorted
        ? sorted.index(droppedTask(state, drawn), place.columnId, cards, drawn)
        : visibleIndex(place, cards, order);
      return {
        key: state.task.key,
        position: number(index + 1),
        count: number(cards.length + 1),
        column: drawn.columns[place.columnId]?.title ?? "",
      };
    };
    if (!before && drag) return text(`board.drag.lifted.${drag.by}`, where(drag, drag.over));
    if (before && drag) {
      // A response to an earlier change may arrive during the drag; nothing is announced while the position is the same.
      const isUnchanged = drag.over === before.over && drag.lane === before.lane;
      return isUnchanged ? null : text("board.drag.over", where(drag, drag.over));
    }
    if (!before) return null;
    const { pendingChanges } = actor.getSnapshot().context;
    const moved = pendingChanges.some((pending) =>
      pending.kind === "move"
        ? pending.to === before.over
        : pending.kind === "change" && changesTask(pending, before.taskId),
    );
    return moved
      ? text("board.drag.dropped", where(before, before.over))
      : text("board.drag.back", where(before, before.from));
  };
}
