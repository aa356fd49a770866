import { useAddress } from "../../platform/address/useAddress";

export function useListAddress(usual: string) {
  const [search, setSearch] = useAddress();
  const change = (name: string, value: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value) next.set(name, value);
        else next.delete(name);
        if (name !== "page") next.delete("page");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    read: (name: string) => search.get(name),
    change,
    usual,
    sought: search.get("q") ?? "",
    sort: search.get("sort") ?? usual,
    page: Math.max(1, Number(search.get("page")) || 1),
    seek: (text: string) => change("q", text),
    sortBy: (sort: string) => change("sort", sort === usual ? null : sort),
    turnTo: (page: number) => change("page", page > 1 ? String(page) : null),
  };
}
