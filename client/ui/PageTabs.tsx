import { type ReactNode, useEffect, useRef } from "react";
import { Fold } from "./Fold";
import classes from "./PageTabs.module.css";

interface PageTabsProps {
  label: string;
  /** Tab links; the current one has `aria-current="page"`. Counts are in a `span`. */
  children: ReactNode;
  /** True for the sections of one record, which are a separate row below its header. */
  line?: boolean;
}

export function PageTabs({ label, children, line = false }: PageTabsProps) {
  const nav = useRef<HTMLDivElement>(null);
  const lastShownTab = useRef("");
  // Scrolls only when the current tab or the width changes, so that the user's own scrolling is kept.
  useEffect(() => {
    const tabs = nav.current;
    const current = tabs?.querySelector("[aria-current]");
    if (!tabs || !current) return;
    const now = `${current.getAttribute("href")} ${tabs.scrollWidth}`;
    if (now !== lastShownTab.current) scrollTabIntoView(tabs, current);
    lastShownTab.current = now;
  });
  return (
    <Fold navigation={label} ref={nav} className={line ? classes.line : classes.tabs}>
      {children}
    </Fold>
  );
}

/** Scrolls only the tabs; `scrollIntoView` would also scroll the page. */
function scrollTabIntoView(tabs: HTMLElement, current: Element): void {
  const [frame, one] = [tabs.getBoundingClientRect(), current.getBoundingClientRect()];
  if (one.left < frame.left) tabs.scrollLeft -= frame.left - one.left;
  else if (one.right > frame.right) tabs.scrollLeft += one.right - frame.right;
}
