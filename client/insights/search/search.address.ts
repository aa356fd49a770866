import { isValidDay } from "../../../shared/kernel/fields";
import { maxQueryLength, searchStates } from "../../../shared/insights/search/search.contract";
import { type SearchGroup, searchGroups } from "../../platform/feature/feature";

/** Query and filters of the search page in its address, so that a link shows the same results. */
export interface SearchAddress {
  readonly q: string;
  readonly group: SearchGroup | null;
  readonly project: number | null;
  readonly person: number | null;
  readonly from: string | null;
  readonly until: string | null;
  readonly state: (typeof searchStates)[number] | null;
}

const idIn = (text: string | null) => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
const dayIn = (text: string | null) => (text !== null && isValidDay(text) ? text : null);

/** Unknown values are ignored. */
export function readSearchAddress(search: URLSearchParams): SearchAddress {
  return {
    q: (search.get("q") ?? "").trim().slice(0, maxQueryLength),
    group: searchGroups.find((one) => one === search.get("group")) ?? null,
    project: idIn(search.get("project")),
    person: idIn(search.get("person")),
    from: dayIn(search.get("from")),
    until: dayIn(search.get("until")),
    state: searchStates.find((one) => one === search.get("state")) ?? null,
  };
}

export function writeSearchAddress(search: URLSearchParams, change: Partial<SearchAddress>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
