import { foldText } from "../../../../shared/kernel/text/fold";
import type { Priority } from "../../../../shared/work/tasks/tasks.fields";
import type { FieldValue, FieldValues } from "../../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import { dueDaysIn } from "./title-dates";
import { fieldNamedIn, fieldValueIn, type TitleFieldContext } from "./title-fields";

/** `uniqueName` of people is the full name, with the position or address among namesakes. */
export interface TitleContext extends TitleFieldContext {
  tags: readonly { id: number; name: string }[];
  /** Names in the user's language and in English. */
  priorities: readonly { value: Priority; names: readonly string[] }[];
  /** True if the record has a single assignee, so that only the last person of the title counts. */
  singlePerson?: boolean;
}

/** A part of a title that sets a field. `text` is as typed, `start` and `end` are its position. */
export type TitlePart = { text: string; start: number; end: number } & (
  | { kind: "person" | "tag"; id: number }
  | { kind: "priority"; value: Priority }
  | { kind: "due"; value: string }
  | { kind: "field"; fieldId: number; value: FieldValue }
);

export interface TitleValues {
  user_ids?: number[];
  tag_ids?: number[];
  due_date?: string;
  priority?: Priority;
  field_values?: FieldValues;
}

export interface ParsedTitle {
  /** The title without the recognized parts. */
  title: string;
  parts: readonly TitlePart[];
}

interface Word {
  text: string;
  start: number;
  end: number;
}

/** Names of tags, and of people with their position, have at most this many words. */
const maxNameWords = 10;
const trailingMarks = /[.,;:?!)"'»”،؛؟]+$/u;
const signs = { person: /^[@＠]/u, tag: /^[#＃]/u, priority: /^[!！]/u };

const wordsOf = (typed: string): Word[] =>
  [...typed.matchAll(/\S+/gu)].map(({ 0: text, index }) => ({ text, start: index, end: index + text.length }));

/**
 * Finds `@person`, `#tag`, `!priority`, `field:value` and a day in a title. `literal` are parts that the user wants to keep as text. Of
 * several days, priorities or values of a field the last one counts.
 */
export function parseTitle(typed: string, context: TitleContext, literal: readonly string[] = []): ParsedTitle {
  const words = wordsOf(typed);
  const literalTexts = new Set(literal.map(foldText));
  const isLiteral = ({ start, end }: { start: number; end: number }) =>
    literalTexts.has(foldText(typed.slice(start, end)));
  const signed: TitlePart[] = [];
  for (let at = 0; at < words.length; ) {
    const part = partAt(words, at, context);
    if (part && !isLiteral(part)) signed.push({ ...part, text: typed.slice(part.start, part.end) });
    const end = part?.end ?? 0;
    do at += 1;
    while (at < words.length && (words[at] as Word).start < end);
  }
  const isPart = (word: Word) => signed.some(({ start, end }) => word.start < end && start < word.end);
  const days = dueDaysIn(
    words.map((word) => ({ ...word, isPart: isPart(word) })),
    context.notation,
  )
    .filter((day) => !isLiteral(day))
    .map((day) => ({ ...day, kind: "due" as const, text: typed.slice(day.start, day.end) }));
  const parts: TitlePart[] = [...signed, ...days].toSorted((a, b) => a.start - b.start);
  const isSameTarget = (a: TitlePart, b: TitlePart) =>
    a.kind === b.kind && (a.kind !== "field" || b.kind !== "field" || a.fieldId === b.fieldId);
  const lastOf = (part: TitlePart) => parts.findLast((other) => isSameTarget(other, part));
  const isSingle = ({ kind }: TitlePart) =>
    kind === "due" || kind === "priority" || kind === "field" || (kind === "person" && context.singlePerson === true);
  const counted = parts.filter((part) => !isSingle(part) || part === lastOf(part));
  return { title: withoutParts(typed, counted), parts: counted };
}

/** Removes the parts with the spaces and commas around them. The other text stays as typed. */
export const withoutParts = (typed: string, parts: readonly TitlePart[]): string =>
  parts
    .toReversed()
    .reduce((text, { start, end }) => {
      const before = text.slice(0, start).trimEnd();
      const after = text.slice(end).trimStart();
      if (before === "") return after.replace(/^[,،]\s*/u, "");
      const isPunctuation = /^[.,;:?!،؛؟](?:\s|$)/u.test(after);
      return after === "" || isPunctuation ? before.replace(/[,،]$/u, "") + after : `${before} ${after}`;
    }, typed)
    .trim();

type Found = TitlePart extends infer Part ? (Part extends TitlePart ? Omit<Part, "text"> : never) : never;

function partAt(words: readonly Word[], at: number, context: TitleContext): Found | null {
  const { text, start } = words[at] as Word;
  /** Returns the longest run of words from `at` that `find` accepts. */
  const longest = <Value>(
    most: number,
    find: (phrase: string) => Value | null,
  ): { value: Value; end: number } | null => {
    for (let count = Math.min(most, words.length - at); count > 0; count--) {
      const run = words.slice(at, at + count);
      const phrase = run.map((word) => word.text).join(" ");
      const trimmed = phrase.replace(trailingMarks, "");
      for (const one of new Set([phrase, trimmed])) {
        const value = one === "" ? null : find(one);
        const end = (run.at(-1) as Word).end - (phrase.length - one.length);
        if (value !== null) return { value, end };
      }
    }
    return null;
  };
  if (signs.person.test(text)) {
    const found = longest(maxNameWords, (phrase) => personNamed(phrase.slice(1), context.people));
    return found && { kind: "person", id: found.value, start, end: found.end };
  }
  if (signs.tag.test(text)) {
    const found = longest(maxNameWords, (phrase) => tagNamed(phrase.slice(1), context.tags));
    return found && { kind: "tag", id: found.value, start, end: found.end };
  }
  if (signs.priority.test(text)) {
    const found = longest(1, (phrase) => priorityNamed(phrase.slice(1), context.priorities));
    return found && { kind: "priority", value: found.value, start, end: found.end };
  }
  const word = text.replace(trailingMarks, "");
  const found = fieldValueIn(word, context);
  return found && { kind: "field", ...found, start, end: start + word.length };
}

/** Finds a person by full name or one part of it, if the match is unique. Namesakes are found by their unique name. */
function personNamed(phrase: string, people: TitleContext["people"]): number | null {
  const name = foldText(phrase);
  if (name === "") return null;
  const whole = people.filter((person) => [person.uniqueName, person.fullname].some((one) => foldText(one) === name));
  const found =
    whole.length > 0 ? whole : people.filter(({ fullname }) => foldText(fullname).split(" ").includes(name));
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

const tagNamed = (phrase: string, tags: TitleContext["tags"]): number | null =>
  tags.find(({ name }) => foldText(name) === foldText(phrase))?.id ?? null;

const priorityNamed = (phrase: string, priorities: TitleContext["priorities"]): Priority | null =>
  priorities.find(({ names }) => names.some((name) => foldText(name) === foldText(phrase)))?.value ?? null;

/** Returns the values that the parts set; only those that the title contains. */
export function valuesOf(parts: readonly TitlePart[]): TitleValues {
  const userIds = parts.flatMap((part) => (part.kind === "person" ? part.id : []));
  const tagIds = parts.flatMap((part) => (part.kind === "tag" ? part.id : []));
  const due = parts.find((part) => part.kind === "due");
  const priority = parts.find((part) => part.kind === "priority");
  const fieldEntries = parts.flatMap((part) => (part.kind === "field" ? [[part.fieldId, part.value] as const] : []));
  return {
    ...(userIds.length > 0 && { user_ids: [...new Set(userIds)] }),
    ...(tagIds.length > 0 && { tag_ids: [...new Set(tagIds)] }),
    ...(due && { due_date: due.value }),
    ...(priority && { priority: priority.value }),
    ...(fieldEntries.length > 0 && { field_values: Object.fromEntries(fieldEntries) }),
  };
}

/** `start` is the position of the character before the name. */
export type TypedName = { query: string; start: number } & (
  | { kind: "person" | "tag" }
  | { kind: "field"; field: ProjectField }
);

/** The name being typed after `@` or `#` before the caret, or the value after `size:`. */
export function nameBeforeCaret(typed: string, caret: number, fields: readonly ProjectField[]): TypedName | null {
  const text = typed.slice(0, caret);
  const [word = ""] = /\S*$/u.exec(text) ?? [];
  const value = fieldNamedIn(word, fields);
  if (value) {
    const [query = ""] = /[^,،;；]*$/u.exec(value.typed) ?? [];
    return { kind: "field", field: value.field, query, start: caret - query.length - 1 };
  }
  const start = Math.max(...["@", "＠", "#", "＃"].map((sign) => text.lastIndexOf(sign)));
  if (start < 0 || (start > 0 && !/\s/u.test(text[start - 1] ?? ""))) return null;
  const query = text.slice(start + 1);
  if (/\s$/u.test(query) || query.split(/\s/u).length > 3) return null;
  return { kind: signs.person.test(text.slice(start)) ? "person" : "tag", query, start };
}
