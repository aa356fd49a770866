import type { NumberSeparators } from "../../../../shared/kernel/typed-numbers";
import { foldText } from "../../../../shared/kernel/text/fold";
import type { FieldValue } from "../../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import { type DayNotation, parseDay } from "../../../ui/fields/parse-day";
import { readFieldText } from "../fields/field-text";

export interface TitleFieldContext {
  fields: readonly ProjectField[];
  people: readonly { id: number; fullname: string; uniqueName: string }[];
  notation: DayNotation;
  separators: NumberSeparators;
  /** Names of yes and no in the user's language and in English. */
  flags: readonly { value: boolean; names: readonly string[] }[];
}

/** A name of several words in a title, where a value ends at the first space. */
export const hyphenated = (name: string): string => name.trim().replace(/\s+/gu, "-");

const isSameName = (a: string, b: string): boolean => foldText(hyphenated(a)) === foldText(hyphenated(b));

const nameEnd = /[:：]/u;
const choiceEnd = /[,،;；]/u;

/** The field named before the colon of `size:2`, and the text of its value. */
export function fieldNamedIn<Field extends { title: string }>(
  word: string,
  fields: readonly Field[],
): { field: Field; typed: string } | null {
  const at = word.search(nameEnd);
  const field = at > 0 ? fields.find(({ title }) => isSameName(title, word.slice(0, at))) : undefined;
  return field ? { field, typed: word.slice(at + 1) } : null;
}

/** Reads `size:2`; null if the project has no such field, or the field no such value. */
export function fieldValueIn(word: string, context: TitleFieldContext): { fieldId: number; value: FieldValue } | null {
  const found = fieldNamedIn(word, context.fields);
  if (!found || found.typed === "") return null;
  const value = valueTyped(found.field, found.typed, context);
  return value === null ? null : { fieldId: found.field.id, value };
}

function valueTyped(field: ProjectField, typed: string, context: TitleFieldContext): FieldValue | null {
  switch (field.kind) {
    case "text":
    case "link":
    case "number": {
      const reading = readFieldText(field, typed, context.separators);
      return "value" in reading ? reading.value : null;
    }
    case "day":
      return parseDay(typed, context.notation) ?? parseDay(typed.replaceAll("-", " "), context.notation);
    case "flag":
      return context.flags.find(({ names }) => names.some((name) => isSameName(name, typed)))?.value ?? null;
    case "person":
      return personNamed(typed, context.people);
    case "choice":
      return optionNamed(field, typed);
    case "choices": {
      const ids = typed.split(choiceEnd).map((name) => optionNamed(field, name));
      return ids.includes(null) ? null : (ids as number[]);
    }
  }
}

const optionNamed = ({ options }: ProjectField, name: string): number | null =>
  options.find(({ title, deleted }) => !deleted && isSameName(title, name))?.id ?? null;

/** Finds a person by full name or one part of it, if the match is unique. */
function personNamed(name: string, people: TitleFieldContext["people"]): number | null {
  const whole = people.filter((person) => [person.uniqueName, person.fullname].some((one) => isSameName(one, name)));
  const found =
    whole.length > 0
      ? whole
      : people.filter(({ fullname }) => fullname.split(" ").some((one) => isSameName(one, name)));
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}
