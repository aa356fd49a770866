import { useDraggable } from "@dnd-kit/core";
import { useText } from "../../../platform/intl/useText";
import type { FieldKind } from "../../../../shared/requests/forms/forms.definition";
import { fieldIcons, fieldPalette } from "../fields/field-kinds";
import classes from "./BuilderPalette.module.css";

export function BuilderPalette({ onAdd }: { onAdd: (kind: FieldKind) => void }) {
  const text = useText();
  return (
    <nav className={classes.palette} aria-label={text("forms.palette")}>
      {fieldPalette.map(({ group, kinds }) => (
        <section key={group}>
          <h3>{text(`forms.palette.${group}`)}</h3>
          {kinds.map((kind) => (
            <Item key={kind} kind={kind} onAdd={() => onAdd(kind)} />
          ))}
        </section>
      ))}
    </nav>
  );
}

function Item({ kind, onAdd }: { kind: FieldKind; onAdd: () => void }) {
  const text = useText();
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: `new:${kind}` });
  const Icon = fieldIcons[kind];
  return (
    <button type="button" ref={setNodeRef} {...listeners} data-lifted={isDragging || undefined} onClick={onAdd}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {text(`forms.kind.${kind}`)}
    </button>
  );
}
