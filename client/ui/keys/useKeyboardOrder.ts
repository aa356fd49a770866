import { arrayMove } from "@dnd-kit/sortable";
import { type KeyboardEvent, useState } from "react";
import { useFormat, useText } from "../../platform/intl/useText";

interface Item<Id> {
  id: Id;
  name: string;
}

/** Sorts rows by keyboard: Space picks up and drops, arrow keys move, Escape cancels; each step is announced. */
export function useKeyboardOrder<Id extends number | string>(
  items: readonly Item<Id>[],
  sort: (ids: readonly Id[]) => void,
) {
  const text = useText();
  const { number } = useFormat();
  const present = items.map((one) => one.id);
  const [liftedItem, setLiftedItem] = useState<{ id: Id; order: Id[] } | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const order = liftedItem
    ? [
        ...liftedItem.order.filter((id) => present.includes(id)),
        ...present.filter((id) => !liftedItem.order.includes(id)),
      ]
    : present;
  const say = (step: "lifted" | "movedTo" | "dropped", name: string, at: number) =>
    setAnnouncement(text(`subtask.order.${step}`, { name, position: number(at + 1), count: number(order.length) }));
  const cancel = () => {
    if (!liftedItem) return;
    setLiftedItem(null);
    setAnnouncement(text("subtask.order.cancelled"));
  };
  const onKeyDown = (event: KeyboardEvent, { id, name }: Item<Id>) => {
    const at = order.indexOf(id);
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (liftedItem?.id === id) {
        if (order.some((one, place) => one !== present[place])) sort(order);
        setLiftedItem(null);
        say("dropped", name, at);
      } else {
        setLiftedItem({ id, order });
        say("lifted", name, at);
      }
      return;
    }
    if (liftedItem?.id !== id) return;
    const to = event.key === "ArrowUp" ? at - 1 : event.key === "ArrowDown" ? at + 1 : null;
    if (event.key === "Escape") cancel();
    else if (to === null) return;
    else if (to >= 0 && to < order.length) {
      setLiftedItem({ id, order: arrayMove(order, at, to) });
      say("movedTo", name, to);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return { order, lifted: liftedItem?.id ?? null, said: announcement, cancel, onKeyDown };
}
