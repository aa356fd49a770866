import { ActionIcon } from "@mantine/core";
import { IconTemplate, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useText } from "../../../platform/intl/useText";
import { useToday } from "../../../platform/today";
import { useDefaultTemplate } from "../tasks.slots";
import classes from "./NewTaskDialog.module.css";

/**
 * The template from which a new task of a column starts, which the user may take off.
 * @param onRemove Called after the user has taken it off, for example to move the focus.
 */
export function useTemplateOfNewTask(
  projectId: number | undefined,
  columnId: number | undefined,
  onRemove?: () => void,
) {
  const text = useText();
  const day = useToday();
  const offered = useDefaultTemplate(projectId, columnId);
  const [removedId, setRemovedId] = useState<number | null>(null);
  const template = offered?.id === removedId ? null : offered;
  const remove = () => {
    setRemovedId(template?.id ?? null);
    onRemove?.();
  };
  return {
    template: template ? { id: template.id, day } : undefined,
    /** Names the template and has the button that takes it off. */
    note: template && (
      <span className={classes.part} data-template-note>
        <IconTemplate size={14} stroke={1.75} aria-hidden />
        <span className="clip">{text("newTask.fromTemplate", { title: template.title })}</span>
        <ActionIcon
          size={22}
          aria-label={text("newTask.withoutTemplate")}
          title={text("newTask.withoutTemplate")}
          // Keeps the focus in the field, which would close when it is empty.
          onMouseDown={(event) => event.preventDefault()}
          onClick={remove}
        >
          <IconX size={12} stroke={2} aria-hidden />
        </ActionIcon>
      </span>
    ),
  };
}

/** Whether the focus moved to the note of the template. */
export const isInTemplateNote = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[data-template-note]") !== null;
