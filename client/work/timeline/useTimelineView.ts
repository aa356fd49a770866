import { writeBoardQuery } from "../../../shared/work/tasks/tasks.address.rules";
import { emptyFilter } from "../../../shared/work/tasks/tasks.filter.rules";
import { useCallback, useMemo } from "react";
import { type Zoom, timelineZooms } from "../../../shared/work/timeline/timeline.axis.rules";
import { type Grouping, groupings } from "./timeline.rows";
import { useAddress } from "../../platform/address/useAddress";

export interface TimelineView {
  by: Grouping;
  zoom: Zoom;
  /** Ids of the shown projects; empty for all. */
  projects: readonly number[];
}

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
      zoom: timelineZooms.find((one) => one === zoom) ?? "week",
      projects: projects
        .split(",")
        .map(Number)
        .filter((id) => Number.isSafeInteger(id) && id > 0),
    }),
    [by, zoom, projects],
  );
  const change = useCallback(
    (viewChange: Partial<TimelineView>) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(viewChange)) {
            const text = String(value);
            if (text === "" || text === defaultView[name as keyof typeof defaultView]) next.delete(name);
            else next.set(name, text);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  /** Clears all filters, but keeps the layout and the open view. Uses a single update, because a second one would discard the first. */
  const clear = useCallback(
    () =>
      setSearch(
        (now) => {
          const next = writeBoardQuery(now, { ...emptyFilter });
          next.delete("projects");
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  return { view, change, clear };
}

/** Defaults that are omitted from the URL. */
const defaultView = { by: "project", zoom: "week", projects: "" };
