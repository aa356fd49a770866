import { useMatches } from "react-router-dom";
import type { PageHandle } from "../platform/feature/feature";
import { useText } from "../platform/intl/useText";
import { recordTitle$ } from "../platform/screen-title";
import { useStore } from "../platform/store";

export const routeHandlesOf = (matches: ReturnType<typeof useMatches>): PageHandle[] =>
  matches.map((match) => (match.handle ?? {}) as PageHandle);

/** Name of the current screen with its record, such as "Board · Harbour"; undefined if the screen has no title. */
export function useScreenName(): string | undefined {
  const text = useText();
  const record = useStore(recordTitle$);
  const matches = useMatches();
  const { mode = "" } = matches.at(-1)?.params ?? {};
  const title = routeHandlesOf(matches).findLast((handle) => handle.title)?.title;
  const id = typeof title === "string" ? title : title?.[mode];
  const screen = id && text(id);
  return screen && record ? text("app.recordTitle", { screen, record }) : screen;
}
