import type { ReactNode } from "react";
import { useText } from "../platform/intl/useText";
import { useTenant } from "../platform/session";
import { BrandMark } from "./signs/BrandMark";
import classes from "./StandalonePage.module.css";

interface PlainPageProps {
  children: ReactNode;
  end?: ReactNode;
  /** Page width: 520 px if true, otherwise 460 px. */
  wide?: boolean;
}

export function StandalonePage({ children, end, wide = false }: PlainPageProps) {
  const text = useText();
  const tenant = useTenant();
  return (
    <div className={classes.page}>
      <header>
        <BrandMark />
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
