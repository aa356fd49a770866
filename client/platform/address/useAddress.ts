import { useCallback } from "react";
import { type NavigateOptions, type URLSearchParamsInit, useSearchParams } from "react-router-dom";

type ChangeAddress = (
  wanted: URLSearchParamsInit | ((now: URLSearchParams) => URLSearchParamsInit),
  options?: NavigateOptions,
) => void;

/**
 * What stands behind the question mark, and how it is changed. A change goes out from the address as it is by then: it is drawn
 * a moment after it has changed, and of two changes in that moment (a filter that is taken away just when its list arrives and
 * its first entry is opened) React Router's own `setSearchParams` keeps the second only.
 */
export function useAddress(): [URLSearchParams, ChangeAddress] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback<ChangeAddress>(
    (wanted, options) =>
      setSearch(typeof wanted === "function" ? wanted(new URLSearchParams(window.location.search)) : wanted, options),
    [setSearch],
  );
  return [search, change];
}
