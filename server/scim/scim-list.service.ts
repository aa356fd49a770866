import { Problem } from "../../shared/kernel/problems";
import type { Statement, Tx } from "../platform/database/unit-of-work";
import { type Askable, conditionOf, scimError } from "./scim.filter";
import { etagOf, mostListed, type Wanted } from "./scim.present";

/** What a list is asked for. */
export interface ScimPage extends Wanted {
  filter: string | null;
  /** From 1. */
  startIndex: number;
  count: number;
}

const usualCount = 100;

/** @throws a SCIM error 400 for what is no number. */
export function pageOf(query: Readonly<Record<string, unknown>>): ScimPage {
  const text = (name: string) => (typeof query[name] === "string" && query[name] !== "" ? query[name] : undefined);
  const whole = (name: string, usual: number) => {
    const value = Number(text(name) ?? usual);
    if (!Number.isInteger(value)) throw scimError(400, "invalidValue", `'${name}' is a whole number`);
    return value;
  };
  return {
    filter: text("filter") ?? null,
    startIndex: Math.min(Math.max(whole("startIndex", 1), 1), 1_000_000),
    count: Math.min(Math.max(whole("count", usualCount), 0), mostListed),
    attributes: text("attributes"),
    excludedAttributes: text("excludedAttributes"),
  } as ScimPage;
}

interface Searching {
  askable: Askable;
  list: (condition: string, values: number) => Statement;
  count: (condition: string) => Statement;
}

/** A page of what the filter finds, and how much it finds in all. */
export async function searched<Row>(tx: Tx, { filter, startIndex, count }: ScimPage, what: Searching) {
  const values: unknown[] = [];
  const condition = filter === null ? "true" : conditionOf(filter, what.askable, values);
  const total = (await tx.one<{ count: number }>(what.count(condition), values))?.count ?? 0;
  const rows =
    count === 0 || startIndex > total
      ? []
      : await tx.rows<Row>(what.list(condition, values.length), [...values, count, startIndex - 1]);
  return { rows, total };
}

/** @throws Problem 412 when the directory changes what it knows in another version. */
export function requireUnchanged(row: { version: number }, known: string | undefined): void {
  if (known === undefined || known === "*") return;
  const versions = known.split(",").map((one) => one.trim());
  if (!versions.includes(etagOf(row))) throw new Problem("scim.versionChanged");
}
