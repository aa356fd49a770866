import type { AnyObjectSchema, Schema } from "yup";
import { invalidFieldProblem, type Problem } from "../../../shared/kernel/problems";
import { type ChildProcesses, ChildFailure } from "../child-processes";
import { sanitizePicturedText, sanitizeRichText } from "./rich-text";

/** Rules for sanitizing a text, for `richTextField` or `richTextWithPicturesField`. */
export type RichTextRules = "richText" | "picturedText";

interface SentText {
  html: string;
  rules: RichTextRules;
}

/**
 * Rich texts of a request that were sanitized before its transaction, keyed by rules and input; null for texts that couldn't be sanitized.
 * Thus no connection or lock is held while waiting for another process.
 */
export type CleanedTexts = ReadonlyMap<string, string | null>;

const keyOf = ({ html, rules }: SentText): string => `${rules}:${html}`;

/**
 * Total length of a body's texts, in characters, up to which they are sanitized in process. This takes a few milliseconds, like a round
 * trip to a child process; the total counts because many short texts block the event loop as long as one long text.
 */
const shortText = 500;
/** Maximum number of texts in any accepted body. A body with more will be rejected, so no child process is used for it. */
const maxTexts = 1_000;

/** The distinct texts of a body, at any depth, if they are too long for sanitizing in process. */
export function richTextsOf(schema: AnyObjectSchema): (body: unknown) => SentText[] {
  const find = finderOf(schema);
  return (body) => {
    const sent = find?.(body) ?? [];
    const letters = sent.reduce((sum, { html }) => sum + html.length, 0);
    return letters <= shortText || sent.length > maxTexts
      ? []
      : [...new Map(sent.map((text) => [keyOf(text), text])).values()];
  };
}

type Finder = (value: unknown) => SentText[];

function finderOf(schema: unknown): Finder | null {
  const { fields, innerType, spec } = schema as Partial<AnyObjectSchema> & { innerType?: unknown };
  const rules = (spec as { meta?: { richText?: RichTextRules } } | undefined)?.meta?.richText;
  if (rules) return (value) => asSent(schema, value).map((html) => ({ html, rules }));
  if (innerType) {
    const inner = finderOf(innerType);
    return inner && ((value) => (Array.isArray(value) ? value.flatMap(inner) : []));
  }
  const found = Object.entries(fields ?? {}).flatMap(([name, field]) => {
    const inner = finderOf(field);
    return inner ? [(value: object) => inner((value as Record<string, unknown>)[name])] : [];
  });
  if (found.length === 0) return null;
  return (value) => (typeof value === "object" && value !== null ? found.flatMap((each) => each(value)) : []);
}

/** Trims the text as the schema does. Invalid values are skipped because the body will be rejected. */
function asSent(schema: unknown, value: unknown): string[] {
  const field = schema as Schema<string | null | undefined>;
  if (typeof value !== "string" || value === "") return [];
  if (!field.isValidSync(value, { disableStackTrace: true })) return [];
  return [field.cast(value) as string];
}

/**
 * Sanitizes texts sequentially in a child process. Texts that are too complex become null.
 * @throws Problem 429 when the caller's queue is full.
 */
export async function cleanTexts(
  childProcesses: ChildProcesses,
  texts: readonly SentText[],
  caller: string,
): Promise<CleanedTexts> {
  const cleaned = new Map<string, string | null>();
  for (const text of texts) {
    const clean = await childProcesses.run(text.rules, text.html, caller).catch((error) => {
      if (error instanceof ChildFailure) return null;
      throw error;
    });
    cleaned.set(keyOf(text), clean);
  }
  return cleaned;
}

/**
 * Returns the sanitized text.
 * @throws Problem 422 at the field when the text was too complex for the sanitizer.
 */
export function cleanText(
  { texts }: { readonly texts: CleanedTexts },
  html: string,
  field: string,
  rules: RichTextRules = "richText",
): string {
  const clean = texts.get(keyOf({ html, rules }));
  if (clean === null) throw tooComplex(field);
  return clean ?? (rules === "richText" ? sanitizeRichText : sanitizePicturedText)(html);
}

const tooComplex = (field: string): Problem => invalidFieldProblem(field, "field.tooComplex");

declare module "../child-processes" {
  interface ChildTable {
    richText(html: string): string;
    picturedText(html: string): string;
  }
}
