import { useSearchParams } from "react-router-dom";
import { readWorkQuery, type WorkQuery, writeWorkQuery } from "./my-work.query";

export function useWorkQuery() {
  const [search, setSearch] = useSearchParams();
  const change = (wanted: Partial<WorkQuery>) =>
    setSearch((now) => writeWorkQuery(now, wanted), { replace: true, preventScrollReset: true });
  return { query: readWorkQuery(search), change };
}
