import {
  closestCenter,
  type DragEndEvent,
  type DragOverEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { useState } from "react";
import { type FieldKind, fieldKinds, type FormDefinition } from "../../../../shared/requests/forms/forms.definition";

const mouse = { activationConstraint: { distance: 4 } };
const touch = { activationConstraint: { delay: 180, tolerance: 8 } };

const newKind = (id: unknown): FieldKind | null => {
  const [mark, kind] = String(id).split(":");
  return mark === "new" ? (fieldKinds.find((one) => one === kind) ?? null) : null;
};

interface FieldDragActions {
  onAdd: (kind: FieldKind, at: number) => void;
  onMove: (id: string, to: number) => void;
}

/** Dragging of fields on the canvas, and of kinds from the palette, whose drop position is `coming`. */
export function useFieldDrag({ fields }: FormDefinition, { onAdd, onMove }: FieldDragActions) {
  const [coming, setComing] = useState<{ kind: FieldKind; at: number } | null>(null);
  const sensors = useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch));
  const positionOf = (over: DragEndEvent["over"]) => {
    const at = fields.findIndex(({ id }) => id === over?.id);
    return at < 0 ? fields.length : at;
  };
  const onDragOver = ({ active, over }: DragOverEvent) => {
    const kind = newKind(active.id);
    if (kind) setComing(over ? { kind, at: positionOf(over) } : null);
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    setComing(null);
    if (!over) return;
    const kind = newKind(active.id);
    if (kind) onAdd(kind, positionOf(over));
    else if (active.id !== over.id && over.id !== "sheet") onMove(String(active.id), positionOf(over));
  };
  const onDragCancel = () => setComing(null);
  return { coming, dragContext: { sensors, collisionDetection: closestCenter, onDragOver, onDragEnd, onDragCancel } };
}
