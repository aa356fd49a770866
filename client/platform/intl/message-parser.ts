import {
  isArgumentElement,
  isDateElement,
  isDateTimeSkeleton,
  isLiteralElement,
  isNumberElement,
  isNumberSkeleton,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  isTimeElement,
  type MessageFormatElement,
  TYPE,
} from "@formatjs/icu-messageformat-parser/no-parser.js";

/**
 * Replaces react-intl's own parser (vite.config.mts), which would add nine kilobytes to the first load. Supports what the catalogs use:
 * arguments, numbers, plurals, selects and tags. `message-parser.test.ts` compares both parsers on every text and fails if a new text needs
 * more.
 */
export function parse(text: string): MessageFormatElement[] {
  const reader = { text, at: 0 };
  const elements = readElements(reader, false);
  if (reader.at < text.length) throw unreadable(reader);
  return elements;
}

// The remaining imports of react-intl from the replaced module.
export {
  isArgumentElement,
  isDateElement,
  isDateTimeSkeleton,
  isLiteralElement,
  isNumberElement,
  isNumberSkeleton,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  isTimeElement,
  TYPE,
};

interface Reader {
  readonly text: string;
  at: number;
}

const unreadable = ({ text, at }: Reader) => new SyntaxError(`Unreadable at ${at}: ${text}`);

/** Reads to the end, or to the delimiter that closes the enclosing element. Only directly inside a plural, `#` is the plural's number. */
function readElements(reader: Reader, inPlural: boolean): MessageFormatElement[] {
  const { text } = reader;
  const elements: MessageFormatElement[] = [];
  let literal = "";
  const add = (element?: MessageFormatElement) => {
    if (literal) elements.push({ type: TYPE.literal, value: literal });
    literal = "";
    if (element) elements.push(element);
  };
  while (reader.at < text.length && text[reader.at] !== "}" && !text.startsWith("</", reader.at)) {
    if (text[reader.at] === "{") add(readArgument(reader));
    else if (text[reader.at] === "#" && inPlural) add(readPound(reader));
    else if (/<[a-z]/y.test(text.slice(reader.at, reader.at + 2))) add(readTag(reader, inPlural));
    else literal += take(reader, /''|[^]/y)[0] === "''" ? "'" : text[reader.at - 1];
  }
  add();
  return elements;
}

function readPound(reader: Reader): MessageFormatElement {
  reader.at++;
  return { type: TYPE.pound };
}

function readTag(reader: Reader, inPlural: boolean): MessageFormatElement {
  const [, value = ""] = take(reader, /<([a-z][\w-]*)>/y);
  const children = readElements(reader, inPlural);
  const [, closed] = take(reader, /<\/([a-z][\w-]*)>/y);
  if (closed !== value) throw unreadable(reader);
  return { type: TYPE.tag, value, children };
}

function readArgument(reader: Reader): MessageFormatElement {
  const [, value = "", kind] = take(reader, /\{\s*([^\s,{}]+)\s*(?:,\s*(number|plural|select)\s*)?/y);
  if (kind === "plural" || kind === "select") {
    take(reader, /,/y);
    const options = readOptions(reader, kind === "plural");
    if (kind === "select") return { type: TYPE.select, value, options };
    return { type: TYPE.plural, value, options, offset: 0, pluralType: "cardinal" };
  }
  take(reader, /\}/y);
  return kind === "number" ? { type: TYPE.number, value, style: null } : { type: TYPE.argument, value };
}

function readOptions(reader: Reader, inPlural: boolean): Record<string, { value: MessageFormatElement[] }> {
  const options: Record<string, { value: MessageFormatElement[] }> = {};
  let [, name] = take(reader, /\s*(?:\}|([^\s{}]+)\s*\{)/y);
  while (name !== undefined) {
    options[name] = { value: readElements(reader, inPlural) };
    take(reader, /\}/y);
    [, name] = take(reader, /\s*(?:\}|([^\s{}]+)\s*\{)/y);
  }
  return options;
}

function take(reader: Reader, pattern: RegExp): RegExpExecArray {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  if (!found) throw unreadable(reader);
  reader.at = pattern.lastIndex;
  return found;
}
