import type { AnyObjectSchema, Schema } from "yup";
import { invalid, type Problem } from "../../../shared/kernel/problems";
import { type Threads, ThreadFailure } from "../threads";
import { sanitizeRichText } from "./rich-text";
import type { Tx } from "../database/unit-of-work";

/**
 * Rich texts of a request that were sanitised before its transaction began, by what was sent; null where that failed. No
 * connection is held, and nothing is locked, while a thread is waited for.
 */
export type CleanedTexts = ReadonlyMap<string, string | null>;

/** So long a text is sanitised where it is needed: that takes a few milliseconds at most, a thread's round trip as much. */
const shortText = 500;

/** The fields of a body that hold rich text: those of `richTextField`, at any depth. */
export function richTextsOf(schema: AnyObjectSchema): (body: unknown) => string[] {
  const find = finderOf(schema);
  return (body) => [...new Set(find?.(body) ?? [])];
}

type Finder = (value: unknown) => string[];

function finderOf(schema: unknown): Finder | null {
  const { fields, innerType, spec } = schema as Partial<AnyObjectSchema> & { innerType?: unknown };
  if ((spec as { meta?: { richText?: boolean } } | undefined)?.meta?.richText) return (value) => asSent(schema, value);
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

/** As the schema will hand it on: without surrounding space. What it will refuse isn't worth a thread. */
function asSent(schema: unknown, value: unknown): string[] {
  const field = schema as Schema<string | null | undefined>;
  if (typeof value !== "string" || value.length <= shortText) return [];
  if (!field.isValidSync(value, { disableStackTrace: true })) return [];
  return [field.cast(value) as string];
}

/** Sanitises the long ones. @throws Problem 429 when the caller's line is too long. */
export async function cleanTexts(threads: Threads, texts: readonly string[], caller: string): Promise<CleanedTexts> {
  const cleaned = new Map<string, string | null>();
  for (const text of texts) {
    const clean = await threads.run("richText", text, caller).catch((error) => {
      if (error instanceof ThreadFailure) return null;
      throw error;
    });
    cleaned.set(text, clean);
  }
  return cleaned;
}

/** A rich text as it is kept. @throws Problem 422 at the field when it was too much for the sanitiser. */
export function cleanText(tx: Tx, text: string, field: string): string {
  const clean = tx.texts.get(text);
  if (clean === null) throw tooComplex(field);
  return clean ?? sanitizeRichText(text);
}

const tooComplex = (field: string): Problem => invalid(field, "field.tooComplex");

declare module "../threads" {
  interface ThreadTable {
    richText(html: string): string;
  }
}
