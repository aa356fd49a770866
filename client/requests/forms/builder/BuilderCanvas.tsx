import { useDroppable } from "@dnd-kit/core";
import { SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { IconPlus } from "@tabler/icons-react";
import type { FieldKind, FormDefinition } from "../../../../shared/requests/forms/forms.definition";
import { useFormat, useText } from "../../../platform/intl/useText";
import { BuilderField } from "./BuilderField";
import { duplicateField, moveField, removeField } from "./builder.edit";
import classes from "./BuilderCanvas.module.css";

interface BuilderCanvasProps {
  definition: FormDefinition;
  selected: string | null;
  errors: Record<string, string>;
  coming: { kind: FieldKind; at: number } | null;
  onChange: (definition: FormDefinition) => void;
  onSelect: (id: string | null) => void;
  onSay: (words: string) => void;
}

export function BuilderCanvas(props: BuilderCanvasProps) {
  const { definition, selected, errors, coming, onChange, onSelect, onSay } = props;
  const text = useText();
  const { number } = useFormat();
  const { fields, title, description } = definition;
  const { setNodeRef } = useDroppable({ id: "sheet" });
  const step = (id: string, by: 1 | -1) => {
    const at = fields.findIndex((field) => field.id === id);
    const next = moveField(definition, id, at + by);
    if (next === definition) return;
    onChange(next);
    const name = fields[at]?.label ?? "";
    onSay(text("subtask.order.movedTo", { name, position: number(at + by + 1), count: number(fields.length) }));
  };
  const dropLine = coming && (
    <li className={classes.dropLine} key="coming">
      <IconPlus size={14} stroke={1.75} aria-hidden />
      {text("forms.goesHere", { kind: text(`forms.kind.${coming.kind}`) })}
    </li>
  );
  return (
    <section className={classes.sheet} ref={setNodeRef}>
      <button type="button" className={classes.heading} aria-pressed={selected === null} onClick={() => onSelect(null)}>
        <strong dir="auto">{title || text("forms.untitled")}</strong>
        {description && <span dir="auto">{description}</span>}
      </button>
      <SortableContext items={fields.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol className={classes.fields}>
          {fields.flatMap((field, at) => [
            coming?.at === at && dropLine,
            <BuilderField
              key={field.id}
              field={field}
              selected={selected === field.id}
              wrong={Object.keys(errors).some((path) => path.startsWith(`fields.${at}.`))}
              onSelect={() => onSelect(field.id)}
              onCopy={() => {
                const copied = duplicateField(definition, field.id);
                onChange(copied.definition);
                onSelect(copied.id);
              }}
              onRemove={() => {
                onChange(removeField(definition, field.id));
                onSelect(fields[at + 1]?.id ?? fields[at - 1]?.id ?? null);
              }}
              onStep={(by) => step(field.id, by)}
            />,
          ])}
          {coming && coming.at >= fields.length && dropLine}
        </ol>
      </SortableContext>
      {fields.length === 0 && !coming && <p className={classes.empty}>{text("forms.noFields")}</p>}
    </section>
  );
}
