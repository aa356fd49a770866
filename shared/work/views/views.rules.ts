import { type BoardQuery, readBoardQuery, urlParamNames, writeBoardQuery } from "../tasks/tasks.address.rules";
import type { Condition, ConditionField } from "../tasks/tasks.conditions.rules";
import { conditionsOf, filterOf } from "../tasks/tasks.filter.rules";

/** Parameters other than filters and sort that belong to a view. Open tasks, positions and dates are temporary and not part of a view. */
const layoutParams = ["lanes", "group", "columns", "by", "zoom", "projects", "of"];
const viewParams = new Set([...Object.values(urlParamNames), ...layoutParams]);

/** Calendar layouts. Their values are days, which views don't store: a view always opens at today. */
const calendarParams = ["month", "week", "agenda"];
const today = "now";

/** Returns the parameters of an address that a view stores, in a fixed order so that equal views have equal texts. */
export function viewQueryOf(search: URLSearchParams): string {
  const own = new URLSearchParams();
  for (const [name, value] of search) {
    if (calendarParams.includes(name)) own.set(name, today);
    else if (viewParams.has(name) && value !== "") own.set(name, value);
  }
  own.sort();
  return own.toString();
}

export type ReferenceKind = "tag" | "column" | "person";
export interface ViewReference {
  kind: ReferenceKind;
  id: number;
}

const kindOfField: Partial<Record<ConditionField, ReferenceKind>> = {
  tags: "tag",
  status: "column",
  users: "person",
  reporter: "person",
};

function referencesOfCondition({ field, is, values }: Condition): ViewReference[] {
  const kind = kindOfField[field];
  if (!kind || (is !== "is" && is !== "not")) return [];
  return values.map((value) => ({ kind, id: Number(value) })).filter(({ id }) => id > 0);
}

/** Returns the tags, columns and people to which a view's filter refers, without duplicates. */
export function referencesOf(query: string): ViewReference[] {
  const { all, any: anyGroups } = conditionsOf(readBoardQuery(new URLSearchParams(query)).filter);
  const found = [...all, ...anyGroups.flat()].flatMap(referencesOfCondition);
  return [...new Map(found.map((one) => [`${one.kind}:${one.id}`, one])).values()];
}

/** Removes a reference from the address, and conditions that refer to nothing else. */
export function withoutReference(search: URLSearchParams, reference: ViewReference): URLSearchParams {
  const without = (conditions: readonly Condition[]): Condition[] =>
    conditions.flatMap((condition) => {
      if (kindOfField[condition.field] !== reference.kind || condition.values.length === 0) return condition;
      const values = condition.values.filter((value) => Number(value) !== reference.id);
      return values.length > 0 ? { ...condition, values } : [];
    });
  const { filter }: BoardQuery = readBoardQuery(search);
  const { all, any: anyGroups } = conditionsOf(filter);
  const groups = anyGroups.map(without).filter((group) => group.length > 0);
  return writeBoardQuery(search, filterOf(filter.text, { all: without(all), any: groups }));
}
