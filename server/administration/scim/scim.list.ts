import { Problem } from "../../../shared/kernel/problems";
import type { StatementFor, Tx } from "../../platform/database/unit-of-work";
import { type FilterAttributes, conditionOf, scimError } from "./scim.filter";
import { etagOf, maxResources } from "./scim.present";
import { isAttributeShown, type AttributeSelection } from "./scim.attributes";

export interface ScimPage extends AttributeSelection {
  filter: string | null;
  /** Index of the first resource, starting at 1. */
  startIndex: number;
  count: number;
}

const usualCount = 100;

type Query = Readonly<Record<string, unknown>>;

const textOf = (query: Query, name: string) =>
  typeof query[name] === "string" && query[name] !== "" ? query[name] : undefined;

export function attributeSelectionOf(query: Query): AttributeSelection {
  const [attributes, excludedAttributes] = [textOf(query, "attributes"), textOf(query, "excludedAttributes")];
  return { ...(attributes && { attributes }), ...(excludedAttributes && { excludedAttributes }) };
}

/** @throws a SCIM error 400 for an invalid number. */
export function scimPageOf(query: Query): ScimPage {
  const whole = (name: string, usual: number) => {
    const value = Number(textOf(query, name) ?? usual);
    if (!Number.isInteger(value)) throw scimError(400, "invalidValue", `'${name}' is a whole number`);
    return value;
  };
  return {
    filter: textOf(query, "filter") ?? null,
    startIndex: Math.min(Math.max(whole("startIndex", 1), 1), 1_000_000),
    count: Math.min(Math.max(whole("count", usualCount), 0), maxResources),
    ...attributeSelectionOf(query),
  };
}

interface Searching<Row> {
  askable: FilterAttributes;
  /** Name of the attribute with a nested list, read only if requested. */
  holding: string;
  list: (condition: string, values: number, isShown: boolean) => StatementFor<Row>;
  count: (condition: string) => StatementFor<{ count: number }>;
}

/**
 * Limit of nested entries per response (groups of users, members of groups). Further resources are returned on the next page, which RFC
 * 7644, 3.4.2.4 allows. A resource that alone exceeds the limit is returned on a page by itself.
 */
const maxPageSize = 10_000;

export async function searchResources<Row>(tx: Tx, page: ScimPage, searching: Searching<Row>) {
  const { filter, startIndex, count } = page;
  const values: unknown[] = [];
  const condition = filter === null ? "true" : conditionOf(filter, searching.askable, values);
  const total = (await tx.one<{ count: number }>(searching.count(condition), values))?.count ?? 0;
  if (count === 0 || startIndex > total) return { rows: [], total, startIndex };
  const holding = isAttributeShown(page, searching.holding);
  const list = searching.list(condition, values.length, holding);
  const rows = await tx.rows<Row>(list, [...values, count, startIndex - 1, ...(holding ? [maxPageSize] : [])]);
  return { rows, total, startIndex };
}

/** @throws Problem 412 when the version doesn't match. */
export function requireUnchanged(row: { version: number }, expectedVersion: string | undefined): void {
  if (expectedVersion === undefined || expectedVersion === "*") return;
  const versions = expectedVersion.split(",").map((one) => one.trim());
  if (!versions.includes(etagOf(row))) throw new Problem("scim.versionChanged");
}
