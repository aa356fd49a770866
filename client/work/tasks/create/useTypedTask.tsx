import { type RefObject, useState } from "react";
import type { Line } from "../../../ui/fields/pasted-lines";
import type { NewTask } from "../pending/new-card";
import { newTaskColumn } from "../state/new-task-column";
import { useBoard, useBoardScope } from "../state/useBoard";
import { valuesOf } from "./title-parts";
import { TitleParts } from "./TitleParts";
import { useParsedTitle } from "./useParsedTitle";
import { useTitleChoices } from "./useProjectChoices";
import { useTemplateOfNewTask } from "./useTemplateOfNewTask";

/**
 * Reads the title typed in a composer of a board like that of the dialog for new tasks. Lines that were pasted as a list stay as they are,
 * because the user has not seen what is recognized in them, and don't start from a template.
 * @param columnId The column of the task; by default that for new tasks.
 */
export function useTypedTask(typed: string, field: RefObject<HTMLElement | null>, columnId?: number) {
  const { projectId } = useBoardScope();
  const usualColumnId = useBoard(({ drawn }) => newTaskColumn(drawn));
  const { template, note } = useTemplateOfNewTask(projectId, columnId ?? usualColumnId, () => field.current?.focus());
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
