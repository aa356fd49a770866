import type { ReactNode } from "react";
import classes from "./PageHead.module.css";

interface PageHeadProps {
  title: ReactNode;
  /** Hidden on phones. */
  sub?: ReactNode;
  status?: ReactNode;
  tabs?: ReactNode;
  children?: ReactNode;
}

/** The 32 px title row of every screen. The title receives the focus after a navigation. */
export function PageHead({ title, sub, status, tabs, children }: PageHeadProps) {
  return (
    <div className={classes.head}>
      <h1 tabIndex={-1} data-page-title>
        {title}
      </h1>
      {sub && <span className={classes.sub}>{sub}</span>}
      {status && <span className={classes.status}>{status}</span>}
      {tabs}
      <span className={classes.grow} />
      {children}
    </div>
  );
}

interface ToolbarProps {
  children: ReactNode;
  /** Whether the row wraps on phones, for a few items that must all be visible. Otherwise it scrolls horizontally. */
  wraps?: boolean;
}

export function Toolbar({ children, wraps }: ToolbarProps) {
  return (
    <div className={classes.toolbar} data-no-paper data-wraps={wraps || undefined}>
      {children}
    </div>
  );
}
