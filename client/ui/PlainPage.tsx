import type { ReactNode } from "react";
import { useText } from "../platform/intl/useText";
import { useTenant } from "../platform/session";
import { Mark } from "./signs/Mark";
import classes from "./PlainPage.module.css";

interface PlainPageProps {
  children: ReactNode;
  /** At the end of the header: who one is, the way out. */
  end?: ReactNode;
  /** `wide` 520 px, else 460 px. */
  wide?: boolean;
}

/** The blank layout: one column, one thing to say. */
export function PlainPage({ children, end, wide = false }: PlainPageProps) {
  const text = useText();
  const tenant = useTenant();
  return (
    <div className={classes.page}>
      <header>
        <Mark />
        <span>{text("app.name")}</span>
        {end && <span className={classes.end}>{end}</span>}
      </header>
      <main id="main" tabIndex={-1}>
        <div className={classes.box} data-wide={wide || undefined}>
          {children}
        </div>
      </main>
      <footer>
        <bdi>{tenant?.domain ?? window.location.hostname}</bdi>
      </footer>
    </div>
  );
}
