import { isValidDay } from "../../../shared/kernel/fields";
import { useAddress } from "../../platform/address/useAddress";

export const readDayParam = (search: URLSearchParams, name: string): string | null => {
  const day = search.get(name);
  return day && isValidDay(day) ? day : null;
};

type Filter = Record<string, string | number | null>;

/** A log's filter and page number, stored in the URL. Changing the filter returns to page 1. */
export function useLogAddress<F extends Filter>(read: (search: URLSearchParams) => F) {
  const [search, setSearch] = useAddress();
  const filter = read(search);
  const page = Math.max(1, Math.trunc(Number(search.get("page"))) || 1);
  const updateSearch = (change: Filter) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete("page");
        for (const [name, value] of Object.entries(change)) {
          if (value === null) next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      },
      { replace: true },
    );
  return {
    filter,
    page,
    narrowed: Object.values(filter).some((value) => value !== null),
    set: (change: Partial<F>) => updateSearch(change as Filter),
    turnTo: (nextPage: number) => updateSearch({ page: nextPage > 1 ? nextPage : null }),
    clear: () => updateSearch(Object.fromEntries(Object.keys(filter).map((name) => [name, null]))),
  };
}
