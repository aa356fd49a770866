import { Problem } from "../../shared/kernel/problems";
import type { Statement, Tx } from "../platform/database/unit-of-work";
import { type Askable, conditionOf, scimError } from "./scim.filter";
import { etagOf, mostListed } from "./scim.present";
import { isShown, type Wanted } from "./scim.shown";

/** What a list is asked for. */
export interface ScimPage extends Wanted {
  filter: string | null;
  /** From 1. */
  startIndex: number;
  count: number;
}

const usualCount = 100;

type Query = Readonly<Record<string, unknown>>;

const textOf = (query: Query, name: string) =>
  typeof query[name] === "string" && query[name] !== "" ? query[name] : undefined;

export function wantedOf(query: Query): Wanted {
  const [attributes, excludedAttributes] = [textOf(query, "attributes"), textOf(query, "excludedAttributes")];
  return { ...(attributes && { attributes }), ...(excludedAttributes && { excludedAttributes }) };
}

/** @throws a SCIM error 400 for what is no number. */
export function pageOf(query: Query): ScimPage {
  const whole = (name: string, usual: number) => {
    const value = Number(textOf(query, name) ?? usual);
    if (!Number.isInteger(value)) throw scimError(400, "invalidValue", `'${name}' is a whole number`);
    return value;
  };
  return {
    filter: textOf(query, "filter") ?? null,
    startIndex: Math.min(Math.max(whole("startIndex", 1), 1), 1_000_000),
    count: Math.min(Math.max(whole("count", usualCount), 0), mostListed),
    ...wantedOf(query),
  };
}

interface Searching {
  askable: Askable;
  /** What each of them has a list of, which is read where it is shown. */
  holding: string;
  list: (condition: string, values: number, isShown: boolean) => Statement;
  count: (condition: string) => Statement;
}

/**
 * Groups of people, or members of groups, in one answer: whoever comes after so many stands on the next page (RFC 7644, 3.4.2.4: a
 * page may have fewer than were asked for). One that has more by itself is alone there.
 */
const mostHeld = 10_000;

/** A page of what the filter finds, and how much it finds in all. */
export async function searched<Row>(tx: Tx, page: ScimPage, what: Searching) {
  const { filter, startIndex, count } = page;
  const values: unknown[] = [];
  const condition = filter === null ? "true" : conditionOf(filter, what.askable, values);
  const total = (await tx.one<{ count: number }>(what.count(condition), values))?.count ?? 0;
  if (count === 0 || startIndex > total) return { rows: [], total, startIndex };
  const holding = isShown(page, what.holding);
  const list = what.list(condition, values.length, holding);
  const rows = await tx.rows<Row>(list, [...values, count, startIndex - 1, ...(holding ? [mostHeld] : [])]);
  return { rows, total, startIndex };
}

/** @throws Problem 412 when the directory changes what it knows in another version. */
export function requireUnchanged(row: { version: number }, known: string | undefined): void {
  if (known === undefined || known === "*") return;
  const versions = known.split(",").map((one) => one.trim());
  if (!versions.includes(etagOf(row))) throw new Problem("scim.versionChanged");
}
