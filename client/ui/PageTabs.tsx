import type { ReactNode } from "react";
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
  return (
    <nav className={line ? classes.line : classes.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
