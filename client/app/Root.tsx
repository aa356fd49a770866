import { useEffect, useRef } from "react";
import { Outlet, useLocation, useMatches } from "react-router-dom";
import type { MessageId } from "../platform/intl/catalogues";
import { useText } from "../platform/intl/useText";
import { useValue } from "../platform/value";
import type { Permission } from "../../shared/kernel/permissions";
import { arrive, dialogInUse } from "./arrival";
import { OrganisationLook } from "./OrganisationLook";
import { Progress } from "./Progress";
import { recordTitle$ } from "../platform/screen-title";
import { SessionGate } from "./SessionGate";

/** What a route says about itself. */
export interface RouteHandle {
  /** What the screen is called; where the address names what one does there (`:mode`), one for each. */
  title?: MessageId | Readonly<Record<string, MessageId>>;
  permission?: Permission | readonly Permission[];
  /** `:id` may be a key such as POR-12 as well; the screen looks for it. */
  keyed?: true;
}

export const handlesOf = (matches: ReturnType<typeof useMatches>): RouteHandle[] =>
  matches.map((match) => (match.handle ?? {}) as RouteHandle);

/** Around every screen: who may be here, the window's title, where the focus and the scroll position go. */
export function Root() {
  useTitle();
  useArrival();
  return (
    <>
      <OrganisationLook />
      <Progress />
      <SessionGate>
        <Outlet />
      </SessionGate>
    </>
  );
}

function useTitle(): void {
  const text = useText();
  const record = useValue(recordTitle$);
  const matches = useMatches();
  const { mode = "" } = matches.at(-1)?.params ?? {};
  const title = handlesOf(matches).findLast((handle) => handle.title)?.title;
  const id = typeof title === "string" ? title : title?.[mode];
  const screen = id && text(id);
  const full = screen && record ? text("app.recordTitle", { screen, record }) : screen;
  useEffect(() => {
    document.title = full ? text("app.title", { screen: full }) : text("app.name");
  }, [full, text]);
}

/** Scroll to the top 100 ms after a navigation (specification section 9), and let the screen take the focus. */
function useArrival(): void {
  const { pathname } = useLocation();
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const left = dialogInUse();
    const timer = setTimeout(() => arrive(left), 100);
    return () => clearTimeout(timer);
  }, [pathname]);
}
