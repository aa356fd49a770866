import { readWorkQuery, type WorkQuery, writeWorkQuery } from "./my-work.query";
import { useAddress } from "../platform/address/useAddress";

export function useWorkQuery() {
  const [search, setSearch] = useAddress();
  const change = (wanted: Partial<WorkQuery>) =>
    setSearch((now) => writeWorkQuery(now, wanted), { replace: true, preventScrollReset: true });
  return { query: readWorkQuery(search), change };
}
