import { dayField, webAddressField } from "../../kernel/fields";
import type { FieldValue } from "./field-values.rules";
import type { FieldOption } from "./fields.contract";
import {
  type FieldKind,
  hasOptions,
  maxDecimals,
  maxLinkLength,
  maxOptions,
  maxOptionTitleLength,
  maxTextValueLength,
} from "./fields.schema";

/** Context of a conversion besides the value. Events contain it, so that boards convert their values like the server. */
export interface ConversionContext {
  /** The options after the change, including deleted ones. */
  options: readonly Pick<FieldOption, "id" | "title" | "deleted">[];
  /** The users who are values. */
  people: readonly { id: number; fullname: string }[];
  /** Texts of the values of a yes-or-no field. */
  labels: FlagLabels;
}

export interface FlagLabels {
  yes: string;
  no: string;
}

/** Returns null for a value that is lost. */
type Conversion = (value: FieldValue, context: ConversionContext) => FieldValue | null;

const unchanged: Conversion = (value) => value;
const isLost: Conversion = () => null;

const keyOfTitle = (title: string): string => title.trim().toLowerCase();

/** The value as a text without regard to the language, except for yes and no. */
const textOf: Record<FieldKind, (value: FieldValue, context: ConversionContext) => string | null> = {
  text: String,
  link: String,
  number: String,
  day: String,
  flag: (value, { labels }) => (value ? labels.yes : labels.no),
  choice: (value, context) => joinTitles([value as number], context),
  choices: (value, context) => joinTitles(value as number[], context),
  person: (value, { people }) => people.find(({ id }) => id === value)?.fullname ?? null,
};

function joinTitles(ids: readonly number[], { options }: ConversionContext): string {
  return ids.flatMap((id) => options.find((option) => option.id === id)?.title ?? []).join(", ");
}

const shortText = (text: string): string | null => (text !== "" && text.length <= maxTextValueLength ? text : null);

const numberPattern = new RegExp(`^-?\\d{1,12}(\\.\\d{1,${maxDecimals}})?$`);

/** Only notations that mean the same in all languages. Adding 0 turns -0 into 0. */
const numberOfText = (text: string): number | null => (numberPattern.test(text) ? Number(text) + 0 : null);

const daySchema = dayField();
const dayOfText = (text: string): string | null => (daySchema.isValidSync(text) ? text : null);

const linkSchema = webAddressField(maxLinkLength);
const linkOfText = (text: string): string | null => (linkSchema.isValidSync(text) ? text : null);

function flagOfText(text: string, { labels }: ConversionContext): boolean | null {
  const key = keyOfTitle(text);
  if (key === keyOfTitle(labels.yes) || key === "true") return true;
  return key === keyOfTitle(labels.no) || key === "false" ? false : null;
}

function optionIdsOf(titles: readonly string[], { options }: ConversionContext): number[] | null {
  const keys = titles.map(keyOfTitle);
  const chosen = options.filter((option) => !option.deleted && keys.includes(keyOfTitle(option.title)));
  return chosen.length > 0 && chosen.length === new Set(keys).size ? chosen.map(({ id }) => id) : null;
}

/** Reads a text as a value of another kind. */
const valueOfText = {
  text: shortText,
  link: linkOfText,
  number: numberOfText,
  day: dayOfText,
  flag: flagOfText,
  choice: (text, context) => optionIdsOf([text], context)?.[0] ?? null,
  choices: (text, context) => optionIdsOf(splitTitles(text), context),
} as const satisfies Partial<Record<FieldKind, (text: string, context: ConversionContext) => FieldValue | null>>;

const splitTitles = (text: string): string[] =>
  text
    .split(",")
    .map((title) => title.trim())
    .filter(Boolean);

const asText =
  (from: FieldKind, to: keyof typeof valueOfText): Conversion =>
  (value, context) => {
    const text = textOf[from](value, context);
    return text === null ? null : valueOfText[to](text, context);
  };

const numberOfFlag: Conversion = (value) => (value ? 1 : 0);
const flagOfNumber: Conversion = (value) => (value === 1 ? true : value === 0 ? false : null);
/** A single option stays; of several options none is more important than the others. */
const onlyOption: Conversion = (value) => ((value as number[]).length === 1 ? (value as [number])[0] : null);
const onlyOptionAs =
  (to: keyof typeof valueOfText): Conversion =>
  (value, context) =>
    (value as number[]).length === 1 ? asText("choices", to)(value, context) : null;

/**
 * How a value of one kind becomes a value of another. A name doesn't identify a person, so texts become no people. Preview, change and the
 * boards that follow use this table.
 */
const conversions: Record<FieldKind, Record<FieldKind, Conversion>> = {
  text: {
    text: unchanged,
    link: asText("text", "link"),
    number: asText("text", "number"),
    day: asText("text", "day"),
    flag: asText("text", "flag"),
    choice: asText("text", "choice"),
    choices: asText("text", "choices"),
    person: isLost,
  },
  link: {
    text: asText("link", "text"),
    link: unchanged,
    number: isLost,
    day: isLost,
    flag: isLost,
    choice: asText("link", "choice"),
    choices: (value, context) => optionIdsOf([String(value)], context),
    person: isLost,
  },
  number: {
    text: asText("number", "text"),
    link: isLost,
    number: unchanged,
    day: isLost,
    flag: flagOfNumber,
    choice: asText("number", "choice"),
    choices: asText("number", "choices"),
    person: isLost,
  },
  day: {
    text: asText("day", "text"),
    link: isLost,
    number: isLost,
    day: unchanged,
    flag: isLost,
    choice: asText("day", "choice"),
    choices: asText("day", "choices"),
    person: isLost,
  },
  flag: {
    text: asText("flag", "text"),
    link: isLost,
    number: numberOfFlag,
    day: isLost,
    flag: unchanged,
    choice: asText("flag", "choice"),
    choices: (value, context) => optionIdsOf([textOf.flag(value, context) ?? ""], context),
    person: isLost,
  },
  choice: {
    text: asText("choice", "text"),
    link: asText("choice", "link"),
    number: asText("choice", "number"),
    day: asText("choice", "day"),
    flag: asText("choice", "flag"),
    choice: unchanged,
    choices: (value) => [value as number],
    person: isLost,
  },
  choices: {
    text: asText("choices", "text"),
    link: onlyOptionAs("link"),
    number: onlyOptionAs("number"),
    day: onlyOptionAs("day"),
    flag: onlyOptionAs("flag"),
    choice: onlyOption,
    choices: unchanged,
    person: isLost,
  },
  person: {
    text: asText("person", "text"),
    link: isLost,
    number: isLost,
    day: isLost,
    flag: isLost,
    choice: asText("person", "choice"),
    choices: (value, context) => optionIdsOf([textOf.person(value, context) ?? ""], context),
    person: unchanged,
  },
};

/** The value after a change of the field's kind; null if it is lost. */
export const convertFieldValue = (
  from: FieldKind,
  to: FieldKind,
  value: FieldValue,
  context: ConversionContext,
): FieldValue | null => conversions[from][to](value, context);

/** The options that values need when their field becomes a choice. */
function optionTitlesOf(from: FieldKind, to: FieldKind, value: FieldValue, context: ConversionContext): string[] {
  const text = textOf[from](value, context)?.trim();
  if (!text) return [];
  const isList = to === "choices" && from === "text";
  const titles = isList ? splitTitles(text) : [text];
  return titles.every((title) => title.length <= maxOptionTitleLength) ? titles : [];
}

export interface OptionPlan {
  /** Deleted options of an earlier choice that can be chosen again. */
  restoredIds: number[];
  /** Titles of new options, most frequent first. */
  newTitles: string[];
}

/**
 * The options of a field that becomes a choice. If there are more titles than a field may have options, the most frequent ones are created
 * and values with the others are lost.
 */
export function planOptions(
  from: FieldKind,
  to: FieldKind,
  values: readonly FieldValue[],
  context: ConversionContext,
): OptionPlan {
  if (!hasOptions(to) || hasOptions(from)) return { restoredIds: [], newTitles: [] };
  const uses = new Map<string, { title: string; count: number }>();
  for (const value of values) {
    for (const title of optionTitlesOf(from, to, value, context)) {
      const entry = uses.get(keyOfTitle(title));
      if (entry) entry.count += 1;
      else uses.set(keyOfTitle(title), { title, count: 1 });
    }
  }
  const byFrequency = [...uses.entries()].sort(([, a], [, b]) => b.count - a.count).slice(0, maxOptions);
  const plan: OptionPlan = { restoredIds: [], newTitles: [] };
  for (const [key, { title }] of byFrequency) {
    const former = context.options.find((option) => keyOfTitle(option.title) === key);
    if (former) plan.restoredIds.push(former.id);
    else plan.newTitles.push(title);
  }
  return plan;
}

const decimalsOf = (value: number): number => String(value).split(".")[1]?.length ?? 0;

/** The limits of a field after a change of its kind, so that all converted values keep to them. */
export function limitsAfterKindChange(kind: FieldKind, values: readonly FieldValue[]) {
  return {
    max_length: kind === "text" ? maxTextValueLength : null,
    decimals: kind === "number" ? Math.max(0, ...values.map((value) => decimalsOf(value as number))) : null,
  };
}
