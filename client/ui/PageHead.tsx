import type { ReactNode } from "react";
import classes from "./PageHead.module.css";

interface PageHeadProps {
  title: ReactNode;
  /** One quiet sentence or figure beside the title. */
  sub?: ReactNode;
  /** Tabs or view switches, directly after the title. */
  tabs?: ReactNode;
  /** Actions at the end. */
  children?: ReactNode;
}

/** The 32 px title row every screen starts with. The title takes the focus after a navigation. */
export function PageHead({ title, sub, tabs, children }: PageHeadProps) {
  return (
    <div className={classes.head}>
      <h1 tabIndex={-1} data-page-title>
        {title}
      </h1>
      {sub && <span className={classes.sub}>{sub}</span>}
      {tabs}
      <span className={classes.grow} />
      {children}
    </div>
  );
}

interface ToolbarProps {
  children: ReactNode;
  /** On phones in as many rows as it takes, for the few things that must all be seen; else it is moved sideways. */
  wraps?: boolean;
}

/** The filter row under the title. */
export function Toolbar({ children, wraps }: ToolbarProps) {
  return (
    <div className={classes.toolbar} data-wraps={wraps || undefined}>
      {children}
    </div>
  );
}
