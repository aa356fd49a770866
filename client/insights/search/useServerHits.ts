import { useEffect, useMemo, useState } from "react";
import { listRecent, maxQueryLength, search } from "../../../shared/insights/search/search.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { OfflineError, ProblemError } from "../../platform/problem-error";
import { useEndpoint } from "../../platform/query";
import { useRecentlyOpened } from "../../work/tasks/useRecentlyOpened";
import { hitItem } from "./hit-item";
import type { PaletteItem } from "./items";
import { openedItem } from "./local-items";
import type { PaletteProps } from "./PaletteBody";
import type { MoreItems } from "./useMoreItems";

/** Delay in ms after typing before the query is sent. Local results appear without it. */
const pauseMs = 120;

/** Adds the server's hits. Returns an error text if the request failed. */
export function useServerHits(query: string, moreItems: MoreItems, dispatch: PaletteProps["dispatch"]): string | null {
  const text = useText();
  const [failure, setFailure] = useState<{ query: string; error: unknown } | null>(null);
  useEffect(() => {
    if (query === "") return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      call(search, { query: { q: query.trim().slice(0, maxQueryLength) }, signal: controller.signal }).then(
        ({ data }) => {
          if (controller.signal.aborted) return;
          const items = data.flatMap((hit, at) => hitItem(hit, at, query, text) ?? []);
          dispatch({ type: "answered", query, items, trailingRows: (found) => moreItems(query.trim(), found) });
        },
        (error: unknown) => {
          if (controller.signal.aborted) return;
          setFailure({ query, error });
          dispatch({ type: "failed", query });
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [dispatch, moreItems, query, text]);
  if (failure?.query !== query) return null;
  const { error } = failure;
  if (error instanceof ProblemError && error.status === 403) return error.message;
  return text(error instanceof OfflineError ? "palette.offline" : "palette.failed");
}

const mostOpened = 5;
const mostRecent = 9;

/** Tasks and boards that the user opened last on this device, then records that the user changed last. */
export function useRecentItems(): readonly PaletteItem[] {
  const text = useText();
  const opened = useRecentlyOpened().items;
  const changed = useEndpoint(listRecent).data?.data;
  return useMemo(() => {
    const items = [
      ...opened.slice(0, mostOpened).map(openedItem),
      ...(changed ?? []).flatMap((hit, at) => hitItem(hit, at, "", text) ?? []),
    ];
    return items.filter(({ id }, at) => items.findIndex((one) => one.id === id) === at).slice(0, mostRecent);
  }, [opened, changed, text]);
}
