import { type Priority, priorities } from "../../../../shared/work/tasks/tasks.fields";
import { useDayNotation } from "../../../ui/fields/useDayNotation";
import { useChoices } from "../fields/useChoices";
import type { NewTaskDraft } from "./new-task.draft";
import { parseTitle } from "./title-parts";

export function useParsedTitle(
  { title, literal }: NewTaskDraft,
  people: readonly { id: number; fullname: string }[],
  tags: readonly { id: number; name: string }[],
) {
  const notation = useDayNotation();
  const { word } = useChoices();
  const names = (value: Priority) => ({ value, names: [value, word("priority", value)] });
  return parseTitle(title, { people, tags, priorities: priorities.map(names), notation }, literal);
}
