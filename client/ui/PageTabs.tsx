import type { ReactNode } from "react";
import classes from "./PageTabs.module.css";

interface PageTabsProps {
  /** What the tabs are of, for a screen reader. */
  label: string;
  /** Links; the one of this screen has `aria-current="page"`. */
  children: ReactNode;
}

/** The screens that stand beside this one, in the line of its title. */
export function PageTabs({ label, children }: PageTabsProps) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
