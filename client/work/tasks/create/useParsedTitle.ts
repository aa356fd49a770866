import { type Priority, priorities } from "../../../../shared/work/tasks/tasks.fields";
import { useDayNotation } from "../../../ui/fields/useDayNotation";
import { useUniqueNames } from "../../../ui/signs/useUniqueNames";
import { useChoices } from "../fields/useChoices";
import { type ParsedTitle, parseTitle } from "./title-parts";

interface ParsedTitleOptions {
  people: readonly { id: number; fullname: string }[];
  tags: readonly { id: number; name: string }[];
  /** Recognized parts that the user wants to keep as text. */
  literal: readonly string[];
}

/** Reads the people, tags, priority and due day in the title of a task. */
export function useParsedTitle(typed: string, { people, tags, literal }: ParsedTitleOptions): ParsedTitle {
  const notation = useDayNotation();
  const { word } = useChoices();
  const names = (value: Priority) => ({ value, names: [value, word("priority", value)] });
  const context = { people: useNamedPeople(people), tags, priorities: priorities.map(names), notation };
  return parseTitle(typed, context, literal);
}

/** Reads the assignee and the due day in the name of a subtask, which has no other values. */
export function useParsedSubtaskName(
  typed: string,
  { people, literal }: Omit<ParsedTitleOptions, "tags">,
): ParsedTitle {
  const context = { people: useNamedPeople(people), tags: [], priorities: [], notation: useDayNotation() };
  return parseTitle(typed, { ...context, singlePerson: true }, literal);
}

function useNamedPeople(people: ParsedTitleOptions["people"]) {
  const uniqueName = useUniqueNames(people);
  return people.map((person) => ({ ...person, uniqueName: uniqueName(person) }));
}
