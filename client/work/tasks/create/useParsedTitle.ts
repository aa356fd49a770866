import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import { type Priority, priorities } from "../../../../shared/work/tasks/tasks.fields";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useDayNotation } from "../../../ui/fields/useDayNotation";
import { useUniqueNames } from "../../../ui/signs/useUniqueNames";
import { useChoices } from "../fields/useChoices";
import { type ParsedTitle, parseTitle } from "./title-parts";

interface ParsedTitleOptions {
  people: readonly { id: number; fullname: string }[];
  tags: readonly { id: number; name: string }[];
  fields: readonly ProjectField[];
  /** Recognized parts that the user wants to keep as text. */
  literal: readonly string[];
}

/** Reads the people, tags, priority, due day and values of the project's fields in the title of a task. */
export function useParsedTitle(typed: string, { people, tags, fields, literal }: ParsedTitleOptions): ParsedTitle {
  const text = useText();
  const notation = useDayNotation();
  const { signs: separators } = useFormat();
  const { word } = useChoices();
  const names = (value: Priority) => ({ value, names: [value, word("priority", value)] });
  const context = {
    people: useNamedPeople(people),
    tags,
    priorities: priorities.map(names),
    notation,
    fields,
    separators,
    flags: [
      { value: true, names: ["yes", text("projectField.yes")] },
      { value: false, names: ["no", text("projectField.no")] },
    ],
  };
  return parseTitle(typed, context, literal);
}

/** Reads the assignee and the due day in the name of a subtask, which has no other values. */
export function useParsedSubtaskName(
  typed: string,
  { people, literal }: Omit<ParsedTitleOptions, "tags" | "fields">,
): ParsedTitle {
  const { signs: separators } = useFormat();
  const context = {
    people: useNamedPeople(people),
    tags: [],
    priorities: [],
    notation: useDayNotation(),
    fields: [],
    separators,
    flags: [],
  };
  return parseTitle(typed, { ...context, singlePerson: true }, literal);
}

function useNamedPeople(people: ParsedTitleOptions["people"]) {
  const uniqueName = useUniqueNames(people);
  return people.map((person) => ({ ...person, uniqueName: uniqueName(person) }));
}
