import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ActionIcon } from "@mantine/core";
import { IconCopy, IconEyeQuestion, IconGripVertical, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, useMemo } from "react";
import type { FormField } from "../../../../shared/requests/forms/forms.definition";
import { startingAnswers } from "../../../../shared/requests/forms/forms.answers.rules";
import { useText } from "../../../platform/intl/useText";
import { FieldInput } from "../fields/FieldInput";
import classes from "./BuilderField.module.css";

interface BuilderFieldProps {
  field: FormField;
  selected: boolean;
  wrong: boolean;
  onSelect: () => void;
  onCopy: () => void;
  onRemove: () => void;
  onStep: (by: 1 | -1) => void;
}

const noChoices = { people: [], departments: [], roles: [] };

export function BuilderField({ field, selected, wrong, onSelect, onCopy, onRemove, onStep }: BuilderFieldProps) {
  const text = useText();
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: field.id,
  });
  const name = field.label || text(`forms.kind.${field.kind}`);
  const answer = useMemo(() => startingAnswers({ fields: [field] })[field.id], [field]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (by === null) return;
    event.preventDefault();
    onStep(by);
  };
  return (
    <li
      ref={setNodeRef}
      className={classes.field}
      data-half={field.half || undefined}
      data-on={selected || undefined}
      data-wrong={wrong || undefined}
      data-lifted={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={classes.grip}
        aria-label={text("forms.move", { name })}
        {...listeners}
        onKeyDown={onKeyDown}
      >
        <IconGripVertical size={14} stroke={1.75} aria-hidden />
      </button>
      <button
        type="button"
        className={classes.choose}
        aria-pressed={selected}
        aria-label={text("forms.editField", { name })}
        onClick={onSelect}
      />
      <div inert className={classes.look}>
        <FieldInput
          field={field.label ? field : { ...field, label: text(`forms.kind.${field.kind}`), translations: {} }}
          answer={answer}
          onAnswer={() => undefined}
          errorAt={() => undefined}
          choices={noChoices}
          files={[]}
        />
        {field.shown_if.length > 0 && (
          <small className={classes.conditional}>
            <IconEyeQuestion size={14} stroke={1.75} aria-hidden />
            {text("forms.sometimes")}
          </small>
        )}
      </div>
      {selected && (
        <span className={classes.tools}>
          <ActionIcon aria-label={text("forms.copyField", { name })} onClick={onCopy}>
            <IconCopy size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={text("forms.removeField", { name })} onClick={onRemove}>
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}
