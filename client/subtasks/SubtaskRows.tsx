import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { arrayMove, SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { type KeyboardEvent, useState } from "react";
import type { Subtask } from "../../shared/subtasks/subtasks.contract";
import type { TaskDetail } from "../../shared/tasks/task-detail.contract";
import { useFormat, useText } from "../platform/intl/useText";
import type { Person } from "../ui/signs/people";
import { SubtaskRow } from "./SubtaskRow";
import classes from "./Subtasks.module.css";
import type { SubtaskList } from "./useSubtasks";

const mouse = { activationConstraint: { distance: 4 } };
const touch = { activationConstraint: { delay: 180, tolerance: 8 } };

interface SubtaskRowsProps {
  task: TaskDetail;
  people: readonly Person[];
  list: SubtaskList;
  editable: boolean;
}

/** One below the other; by the handle they are put into another order, with the pointer or with arrow keys. */
export function SubtaskRows({ task, people, list, editable }: SubtaskRowsProps) {
  const { subtasks } = list;
  const sensors = useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch));
  const byKeys = useKeyboardOrder(subtasks, list.sort);
  const [dragging, setDragging] = useState<number | null>(null);
  const shown = byKeys.order.flatMap((id) => subtasks.find((one) => one.id === id) ?? []);
  const ids = shown.map((one) => one.id);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    setDragging(null);
    if (!over || active.id === over.id) return;
    list.sort(arrayMove(ids, ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id))));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => setDragging(Number(active.id))}
      onDragCancel={() => setDragging(null)}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className={classes.list} data-parked={dragging !== null || byKeys.lifted !== null || undefined}>
          {shown.map((subtask) => (
            <SubtaskRow
              key={subtask.id}
              task={task}
              subtask={subtask}
              people={people}
              list={list}
              editable={editable}
              sortable={editable && ids.length > 1}
              lifted={byKeys.lifted === subtask.id}
              onHandleKey={(event) => byKeys.onKeyDown(event, subtask)}
              onHandleBlur={byKeys.cancel}
            />
          ))}
        </ul>
      </SortableContext>
      <span className="sr-only" role="status">
        {byKeys.said}
      </span>
    </DndContext>
  );
}

/** Space lifts and puts down, arrows move, Escape gives up; each step is said. */
function useKeyboardOrder(subtasks: readonly Subtask[], sort: (ids: readonly number[]) => void) {
  const text = useText();
  const { number } = useFormat();
  const present = subtasks.map((one) => one.id);
  const [hand, setHand] = useState<{ id: number; order: number[] } | null>(null);
  const [said, setSaid] = useState("");
  const order = hand
    ? [...hand.order.filter((id) => present.includes(id)), ...present.filter((id) => !hand.order.includes(id))]
    : present;
  const say = (what: "lifted" | "movedTo" | "dropped", name: string, at: number) =>
    setSaid(text(`subtask.order.${what}`, { name, position: number(at + 1), count: number(order.length) }));
  const cancel = () => {
    if (!hand) return;
    setHand(null);
    setSaid(text("subtask.order.cancelled"));
  };
  const onKeyDown = (event: KeyboardEvent, { id, name }: Subtask) => {
    const at = order.indexOf(id);
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (hand?.id === id) {
        if (order.some((one, place) => one !== present[place])) sort(order);
        setHand(null);
        say("dropped", name, at);
      } else {
        setHand({ id, order });
        say("lifted", name, at);
      }
      return;
    }
    if (hand?.id !== id) return;
    const to = event.key === "ArrowUp" ? at - 1 : event.key === "ArrowDown" ? at + 1 : null;
    if (event.key === "Escape") cancel();
    else if (to === null) return;
    else if (to >= 0 && to < order.length) {
      setHand({ id, order: arrayMove(order, at, to) });
      say("movedTo", name, to);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return { order, lifted: hand?.id ?? null, said, cancel, onKeyDown };
}
