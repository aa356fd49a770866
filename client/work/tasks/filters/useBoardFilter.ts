import { useCallback, useMemo } from "react";
import { useAddress } from "../../../platform/address/useAddress";
import {
  type FilterChange,
  urlParamNames,
  readBoardQuery,
  writeBoardQuery,
} from "../../../../shared/work/tasks/tasks.address.rules";

function onlyFilter(search: URLSearchParams): string {
  const own = Object.values(urlParamNames).map((name) => [name, search.get(name) ?? ""]);
  return new URLSearchParams(own).toString();
}

export function useBoardFilter() {
  const [search, setSearch] = useAddress();
  // Keeps the filter object's identity when opening a task changes the URL.
  const text = onlyFilter(search);
  const query = useMemo(() => readBoardQuery(new URLSearchParams(text)), [text]);
  const change = useCallback(
    (filterChange: FilterChange) =>
      setSearch((now) => writeBoardQuery(now, filterChange), { replace: true, preventScrollReset: true }),
    [setSearch],
  );
  return { ...query, change };
}
