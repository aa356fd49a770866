import { ActionIcon } from "@mantine/core";
import { IconTemplate, IconX } from "@tabler/icons-react";
import { useText } from "../../../platform/intl/useText";
import { useToday } from "../../../platform/today";
import tones from "../../../ui/layout/tones.module.css";
import { useDefaultTemplate } from "../tasks.slots";
import classes from "./NewTaskDialog.module.css";

interface RemovedTemplate {
  /** The template that the user has taken off. */
  removedId: number | null;
  onRemove: (templateId: number) => void;
}

/** The template from which a new task of a column starts, which the user may take off. */
export function useTemplateOfNewTask(
  projectId: number | undefined,
  columnId: number | undefined,
  { removedId, onRemove }: RemovedTemplate,
) {
  const text = useText();
  const day = useToday();
  const { template: offered, isLoading, failed } = useDefaultTemplate(projectId, columnId);
  const template = offered?.id === removedId ? null : offered;
  return {
    template: template ? { id: template.id, day } : undefined,
    isLoading,
    /** Names the template and has the button that takes it off, or says that it couldn't be loaded. */
    note: failed ? (
      <span className={tones.muted} role="status">
        {text("newTask.templateFailed")}
      </span>
    ) : (
      template && (
        <span className={classes.part} data-template-note>
          <IconTemplate size={14} stroke={1.75} aria-hidden />
          <span className="clip">{text("newTask.fromTemplate", { title: template.title })}</span>
          <ActionIcon
            size={22}
            aria-label={text("newTask.withoutTemplate")}
            title={text("newTask.withoutTemplate")}
            // Keeps the focus in the field, which would close when it is empty.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onRemove(template.id)}
          >
            <IconX size={12} stroke={2} aria-hidden />
          </ActionIcon>
        </span>
      )
    ),
  };
}

/** Whether the focus moved to the note of the template. */
export const isInTemplateNote = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[data-template-note]") !== null;
