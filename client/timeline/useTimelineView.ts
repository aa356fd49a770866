import { useCallback, useMemo } from "react";
import { type Zoom, zooms } from "../../shared/timeline/timeline.axis.rules";
import { type Grouping, groupings } from "./timeline.rows";
import { useAddress } from "../platform/address/useAddress";

export interface TimelineView {
  by: Grouping;
  zoom: Zoom;
  /** Only these; all when there are none. */
  projects: readonly number[];
}

/** How the timeline is laid out stands in the address, beside its filters. */
export function useTimelineView() {
  const [search, setSearch] = useAddress();
  const [by, zoom, projects] = ["by", "zoom", "projects"].map((name) => search.get(name) ?? "") as [
    string,
    string,
    string,
  ];
  const view = useMemo(
    (): TimelineView => ({
      by: groupings.find((one) => one === by) ?? "project",
      zoom: zooms.find((one) => one === zoom) ?? "week",
      projects: projects
        .split(",")
        .map(Number)
        .filter((id) => Number.isSafeInteger(id) && id > 0),
    }),
    [by, zoom, projects],
  );
  const change = useCallback(
    (wanted: Partial<TimelineView>) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(wanted)) {
            const text = String(value);
            if (text === "" || text === usual[name as keyof typeof usual]) next.delete(name);
            else next.set(name, text);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  /** Without any filter; how it is laid out stays. One change: of two in a row the second would forget the first. */
  const clear = useCallback(
    () =>
      setSearch((now) => new URLSearchParams([...now].filter(([name]) => name === "by" || name === "zoom")), {
        replace: true,
        preventScrollReset: true,
      }),
    [setSearch],
  );
  return { view, change, clear };
}

/** What needn't be said. */
const usual = { by: "project", zoom: "week", projects: "" };
