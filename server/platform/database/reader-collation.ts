import type { Language } from "../../../shared/kernel/languages";
import type { Statement } from "./unit-of-work";

/**
 * Statements sort names by `COLLATE reader`, the order of English and German. For a reader of another language, the statement is sent with
 * that language's collation (migrations/baseline/platform.sql) and a separate statement name.
 */
const collations: Record<Language, string> = {
  en: "reader",
  de: "reader",
  ar: "reader_ar",
  ko: "reader_ko",
  ckb: "reader_ckb",
};

const statementCache = new Map<string, Statement>();

export function withCollation(language: Language, statement: Statement): Statement {
  const collation = collations[language];
  if (collation === "reader") return statement;
  const { name, text } = statement;
  const key = `${name}:${language}`;
  const found = name === "" ? undefined : statementCache.get(key);
  if (found) return found;
  const sorted = text.replace(/\bCOLLATE reader\b/g, `COLLATE ${collation}`);
  const result = sorted === text ? statement : { name: name && key, text: sorted };
  if (name !== "") statementCache.set(key, result);
  return result;
}
