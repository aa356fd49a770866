import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { Line } from "../../../ui/fields/pasted-lines";
import type { NewTask } from "../pending/new-card";
import { newTaskColumn } from "../state/new-task-column";
import { useBoard, useBoardScope } from "../state/useBoard";
import { valuesOf } from "./title-parts";
import { TitleParts } from "./TitleParts";
import { useParsedTitle } from "./useParsedTitle";
import { useTitleChoices } from "./useProjectChoices";
import { useTemplateOfNewTask } from "./useTemplateOfNewTask";

interface TypedTask {
  typed: string;
  /** Adds what was typed. */
  submit: () => void;
  field: RefObject<HTMLElement | null>;
  /** The column of the task; by default that for new tasks. */
  columnId?: number | undefined;
}

/**
 * Reads the title typed in a composer of a board like that of the dialog for new tasks. Lines that were pasted as a list stay as they are,
 * because the user has not seen what is recognized in them, and don't start from a template.
 */
export function useTypedTask({ typed, submit, field, columnId }: TypedTask) {
  const { projectId } = useBoardScope();
  const usualColumnId = useBoard(({ drawn }) => newTaskColumn(drawn));
  const [removedId, setRemovedId] = useState<number | null>(null);
  const { template, note, isLoading } = useTemplateOfNewTask(projectId, columnId ?? usualColumnId, {
    removedId,
    onRemove: (templateId) => {
      setRemovedId(templateId);
      field.current?.focus();
    },
  });
  const [isSubmitted, setSubmitted] = useState(false);
  const submitLoaded = useEffectEvent(() => {
    if (!isSubmitted) return;
    setSubmitted(false);
    submit();
  });
  useEffect(() => {
    if (isLoading) return;
    const frame = requestAnimationFrame(() => submitLoaded());
    return () => cancelAnimationFrame(frame);
  }, [isLoading]);
  const { people, tags } = useTitleChoices(projectId);
  const fields = useBoard(({ drawn }) => drawn.fields);
  const [literal, setLiteral] = useState<readonly string[]>([]);
  const { title, parts } = useParsedTitle(typed, { people, tags, fields, literal });
  const keep = ({ text }: { text: string }) => {
    setLiteral([...literal, text]);
    field.current?.focus();
  };
  return {
    suggestions: { people, tags, fields },
    /** Submits what was typed as soon as the template is known. */
    submit: () => (isLoading ? setSubmitted(true) : submit()),
    /** Whether a submission waits for the template. The field is read-only meanwhile. */
    isSubmitted,
    /** Shows the recognized parts and the template. */
    parts: (
      <>
        <TitleParts parts={parts} people={people} tags={tags} fields={fields} onKeep={keep} />
        {note}
      </>
    ),
    /** Tasks to add for the lines of the field; call it once for each addition. */
    takeTasks: (lines: readonly Line[]): NewTask[] => {
      if (lines.length !== 1 || title === "") return lines.map((line) => ({ title: line.title }));
      setLiteral([]);
      return [{ title, ...valuesOf(parts), ...(template && { template }) }];
    },
  };
}
