import type { AnyObjectSchema, Schema } from "yup";
import { invalid, type Problem } from "../../../shared/kernel/problems";
import { type ChildProcesses, ChildFailure } from "../child-processes";
import { sanitizePicturedText, sanitizeRichText } from "./rich-text";
import type { Tx } from "../database/unit-of-work";

/** By which rules a text is sanitised: those of `richTextField`, or of `picturedTextField`. */
export type RichTextRules = "richText" | "picturedText";

interface SentText {
  html: string;
  rules: RichTextRules;
}

/**
 * Rich texts of a request that were sanitised before its transaction began, by rules and by what was sent; null where that
 * failed. No connection is held, and nothing is locked, while another process is waited for.
 */
export type CleanedTexts = ReadonlyMap<string, string | null>;

const keyOf = ({ html, rules }: SentText): string => `${rules}:${html}`;

/**
 * So long the texts of one body are together that are sanitised where they are needed: that takes a few milliseconds at most, the round
 * trip to another process as much. Five hundred short ones in one body keep everybody waiting as one long one does.
 */
const shortText = 500;
/** No body that is taken has more of them: one that will be refused isn't worth another process either. */
const mostTexts = 1_000;

/**
 * The texts of a body that are too much to be sanitised here, each once: those of `richTextField` and `picturedTextField`, at any depth.
 */
export function richTextsOf(schema: AnyObjectSchema): (body: unknown) => SentText[] {
  const find = finderOf(schema);
  return (body) => {
    const sent = find?.(body) ?? [];
    const letters = sent.reduce((sum, { html }) => sum + html.length, 0);
    return letters <= shortText || sent.length > mostTexts
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

/** As the schema will hand it on: without surrounding space. What it will refuse isn't worth another process. */
function asSent(schema: unknown, value: unknown): string[] {
  const field = schema as Schema<string | null | undefined>;
  if (typeof value !== "string" || value === "") return [];
  if (!field.isValidSync(value, { disableStackTrace: true })) return [];
  return [field.cast(value) as string];
}

/** Sanitises them, one after the other. @throws Problem 429 when the caller's line is too long. */
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

/** A rich text as it is kept. @throws Problem 422 at the field when it was too much for the sanitiser. */
export function cleanText(tx: Tx, html: string, field: string, rules: RichTextRules = "richText"): string {
  const clean = tx.texts.get(keyOf({ html, rules }));
  if (clean === null) throw tooComplex(field);
  return clean ?? (rules === "richText" ? sanitizeRichText : sanitizePicturedText)(html);
}

const tooComplex = (field: string): Problem => invalid(field, "field.tooComplex");

declare module "../child-processes" {
  interface ChildTable {
    richText(html: string): string;
    picturedText(html: string): string;
  }
}
