import { useCallback } from "react";
import { type NavigateOptions, type URLSearchParamsInit, useSearchParams } from "react-router-dom";

type ChangeAddress = (
  wanted: URLSearchParamsInit | ((now: URLSearchParams) => URLSearchParamsInit),
  options?: NavigateOptions,
) => void;

/**
 * Query parameters of the URL and their setter. A change is based on the URL at call time. React Router's own `setSearchParams` uses the
 * last render, so a second change before the next render would discard the first.
 */
export function useAddress(): [URLSearchParams, ChangeAddress] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback<ChangeAddress>(
    (nextSearch, options) =>
      setSearch(
        typeof nextSearch === "function" ? nextSearch(new URLSearchParams(window.location.search)) : nextSearch,
        options,
      ),
    [setSearch],
  );
  return [search, change];
}

export function parseIdParam(text: string | undefined): number | null {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
