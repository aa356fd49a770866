import { useCallback, useMemo } from "react";
import type { QueryOf } from "../../../../shared/kernel/endpoint";
import { isValidDay } from "../../../../shared/kernel/fields";
import { type ContractType, contractTypes } from "../../../../shared/people/people/people.fields";
import { type listUsers, type UserSort, userSorts } from "../../../../shared/people/people/users.contract";
import { deviceKey, readStored, writeStored } from "../../../platform/browser-storage";
import { useAddress } from "../../../platform/address/useAddress";

export const peopleStates = ["active", "inactive", "leaving"] as const;
export type PeopleState = (typeof peopleStates)[number];
export type PeopleSort = UserSort | `-${UserSort}`;

export interface PeopleFilter {
  q: string;
  state: PeopleState;
  department_id: number | null;
  position_id: number | null;
  parent_id: number | null;
  role_id: number | null;
  contract_type: ContractType | null;
  external: boolean;
  away: boolean;
  joined_from: string | null;
  joined_to: string | null;
  as_of: string | null;
  sort: PeopleSort;
}

const sortKey = deviceKey("employees-sort");
const sortBys = userSorts.flatMap((sort): PeopleSort[] => [sort, `-${sort}`]);
const optionOf = <T extends string>(values: readonly T[], text: string | null) =>
  values.find((value) => value === text);
const id = (text: string | null) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
const day = (text: string | null) => (text && isValidDay(text) ? text : null);

/** Without a sort order in the URL, uses the last one chosen in this browser. */
export function readPeopleFilter(search: URLSearchParams, lastSort: string | null = null): PeopleFilter {
  const get = (name: string) => search.get(name);
  return {
    q: get("q") ?? "",
    state: optionOf(peopleStates, get("state")) ?? "active",
    department_id: id(get("department_id")),
    position_id: id(get("position_id")),
    parent_id: id(get("parent_id")),
    role_id: id(get("role_id")),
    contract_type: optionOf(contractTypes, get("contract_type")) ?? null,
    external: get("external") === "true",
    away: get("away") === "true",
    joined_from: day(get("joined_from")),
    joined_to: day(get("joined_to")),
    as_of: day(get("as_of")),
    sort: optionOf(sortBys, get("sort")) ?? optionOf(sortBys, lastSort) ?? "fullname",
  };
}

export function toPeopleQuery({ state, ...filter }: PeopleFilter): Partial<QueryOf<typeof listUsers>> {
  const chosen = Object.entries(filter).filter(([, value]) => value !== null && value !== "" && value !== false);
  const states = { active: { active: true }, inactive: { active: false }, leaving: { leaving: true } };
  return { ...Object.fromEntries(chosen), ...states[state] };
}

export const isPeopleFiltered = ({ state: _, sort: __, ...filter }: PeopleFilter): boolean =>
  Object.values(filter).some(Boolean);

export function usePeopleFilter() {
  const [search, setSearch] = useAddress();
  const filter = useMemo(() => readPeopleFilter(search, readStored(sortKey)), [search]);
  const change = useCallback(
    (changes: Partial<PeopleFilter>) => {
      if (changes.sort) writeStored(sortKey, changes.sort);
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(changes)) {
            if (value === null || value === "" || value === false || value === "active") next.delete(name);
            else next.set(name, String(value));
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setSearch],
  );
  const clear = () =>
    setSearch(filter.state === "active" ? {} : { state: filter.state }, { replace: true, preventScrollReset: true });
  return { filter, change, clear };
}
