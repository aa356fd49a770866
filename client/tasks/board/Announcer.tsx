import { useEffect, useRef, useState } from "react";
import { tasksIn } from "../../../shared/tasks/tasks.board";
import { useFormat, useText } from "../../platform/intl/useText";
import type { Hand } from "./state/board.context";
import type { Visible } from "./state/board.visible";
import { visibleIndex } from "./state/drag.place";
import { useRefusal } from "./CardNotes";
import { isAbout, type PendingChange } from "./state/board.pending";
import { droppedTask } from "./state/board.sorted";
import { useBoardScope } from "./state/useBoard";
import { useSortedPlaces } from "./columns/useSortedPlaces";

/** Says what happens to the card in one's hand, for those who don't see it: where it is, counted from one. */
export function Announcer({ visible }: { visible: Visible }) {
  const [said, setSaid] = useState("");
  const [refused, setRefused] = useState<PendingChange | null>(null);
  const tell = useTelling(visible);
  const telling = useRef(tell);
  useEffect(() => {
    telling.current = tell;
  });
  const { actor } = useBoardScope();
  useEffect(() => {
    let before: Hand | null = null;
    const hands = actor.subscribe(({ context: { hand } }) => {
      if (hand === before) return;
      const sentence = telling.current(before, hand);
      before = hand;
      if (!sentence) return;
      setSaid(sentence);
      setRefused(null); // what was refused before has been heard
    });
    const refusals = actor.on("refused", ({ pending }) => setRefused(pending));
    return () => {
      hands.unsubscribe();
      refusals.unsubscribe();
    };
  }, [actor]);
  return (
    <div role="status" aria-live="assertive" aria-atomic className="sr-only">
      {refused ? <Refusal pending={refused} key={refused.id} /> : said}
    </div>
  );
}

function Refusal({ pending }: { pending: PendingChange }) {
  const reason = useRefusal(pending);
  return <>{reason}</>;
}

function useTelling(visible: Visible): (before: Hand | null, hand: Hand | null) => string | null {
  const text = useText();
  const { number } = useFormat();
  const { actor } = useBoardScope();
  const sorted = useSortedPlaces();
  return (before, hand) => {
    const { drawn } = actor.getSnapshot().context;
    const where = (held: Hand, place: Hand["over"]) => {
      const cards = (visible[place.columnId] ?? []).filter((id) => !held.taskIds.includes(id));
      const order = tasksIn(drawn, place.columnId).filter((id) => !held.taskIds.includes(id));
      const index = sorted
        ? sorted.index(droppedTask(held, drawn), place.columnId, cards, drawn)
        : visibleIndex(place, cards, order);
      return {
        key: held.task.key,
        position: number(index + 1),
        count: number(cards.length + 1),
        column: drawn.columns[place.columnId]?.title ?? "",
      };
    };
    if (!before && hand) return text(`board.drag.lifted.${hand.by}`, where(hand, hand.over));
    if (before && hand) {
      // What was done to it before it was lifted may be answered while it is carried, and it hangs where it hung.
      const hangsStill = hand.over === before.over && hand.lane === before.lane;
      return hangsStill ? null : text("board.drag.over", where(hand, hand.over));
    }
    if (!before) return null;
    const { pendingChanges } = actor.getSnapshot().context;
    const moved = pendingChanges.some((pending) =>
      pending.kind === "move"
        ? pending.to === before.over
        : pending.kind === "change" && isAbout(pending, before.taskId),
    );
    return moved
      ? text("board.drag.dropped", where(before, before.over))
      : text("board.drag.back", where(before, before.from));
  };
}
