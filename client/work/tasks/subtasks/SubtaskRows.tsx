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
import { useState } from "react";
import type { TaskDetail } from "../../../../shared/work/tasks/task-detail.contract";
import { useKeyboardOrder } from "../../../ui/keys/useKeyboardOrder";
import type { Person } from "../../../ui/signs/people";
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

export function SubtaskRows({ task, people, list, editable }: SubtaskRowsProps) {
  const { subtasks } = list;
  const sensors = useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch));
  const byKeys = useKeyboardOrder(subtasks, list.actions.sort);
  const [dragging, setDragging] = useState<number | null>(null);
  const orderedSubtasks = byKeys.order.flatMap((id) => subtasks.find((one) => one.id === id) ?? []);
  const ids = orderedSubtasks.map((one) => one.id);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    setDragging(null);
    if (!over || active.id === over.id) return;
    list.actions.sort(arrayMove(ids, ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id))));
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
          {orderedSubtasks.map((subtask) => (
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
