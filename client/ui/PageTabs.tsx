import { type ReactNode, useEffect, useRef } from "react";
import classes from "./PageTabs.module.css";

interface PageTabsProps {
  /** What the tabs are of, for a screen reader. */
  label: string;
  /** Links; the one of this screen has `aria-current="page"`. A number beside its word stands in a `span`. */
  children: ReactNode;
  /** Parts of one record: on a line of their own below its head. */
  line?: boolean;
}

/** The screens that stand beside this one, in the line of its title; or a record's parts. */
export function PageTabs({ label, children, line = false }: PageTabsProps) {
  const nav = useRef<HTMLElement>(null);
  const shown = useRef("");
  // Not at every drawing: whoever has moved the tabs themself finds them as they left them.
  useEffect(() => {
    const tabs = nav.current;
    const current = tabs?.querySelector("[aria-current]");
    if (!tabs || !current) return;
    const now = `${current.getAttribute("href")} ${tabs.scrollWidth}`;
    if (now !== shown.current) bringIntoSight(tabs, current);
    shown.current = now;
  });
  return (
    <nav ref={nav} className={line ? classes.line : classes.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

/** Moves the tabs alone: the screen stays where it is. */
function bringIntoSight(tabs: HTMLElement, current: Element): void {
  const [frame, one] = [tabs.getBoundingClientRect(), current.getBoundingClientRect()];
  if (one.left < frame.left) tabs.scrollLeft -= frame.left - one.left;
  else if (one.right > frame.right) tabs.scrollLeft += one.right - frame.right;
}
