import type { ReactNode } from "react";
import { Fold } from "./Fold";
import classes from "./PageHead.module.css";
import tones from "./layout/tones.module.css";

interface PageHeadProps {
  title: ReactNode;
  /** Hidden on phones. */
  sub?: ReactNode;
  status?: ReactNode;
  tabs?: ReactNode;
  /** Actions. Those that don't fit are in a menu, except the filled button. */
  children?: ReactNode;
}

/** The 32 px title row of every screen. The title receives the focus after a navigation. */
export function PageHead({ title, sub, status, tabs, children }: PageHeadProps) {
  return (
    <div className={classes.head} data-tools>
      <h1 tabIndex={-1} data-page-title>
        {title}
      </h1>
      {sub && <span className={classes.sub}>{sub}</span>}
      {status && (
        <span className={tones.quiet} data-page-status>
          {status}
        </span>
      )}
      {tabs}
      <span className={classes.grow} />
      {children && (
        <Fold atEnd className={classes.actions}>
          {children}
        </Fold>
      )}
    </div>
  );
}

interface ToolbarProps {
  /** Tools. Those that don't fit are in a menu, except the search and filters in use. */
  children: ReactNode;
  /** Tools at the end of the row that never move into the menu. */
  end?: ReactNode;
  /** Whether the row wraps on phones, for a few items that must all be visible. Otherwise it scrolls horizontally. */
  wraps?: boolean;
}

export function Toolbar({ children, end, wraps }: ToolbarProps) {
  return (
    <div className={classes.toolbar} data-no-paper data-wraps={wraps || undefined} data-tools>
      <Fold className={classes.tools}>{children}</Fold>
      {end}
    </div>
  );
}
