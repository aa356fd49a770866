import { type ReactNode, useId } from "react";
import classes from "./Panel.module.css";
import tones from "./layout/tones.module.css";

interface PanelProps {
  title?: ReactNode;
  count?: ReactNode;
  end?: ReactNode;
  children: ReactNode;
  padded?: boolean;
  /** Whether the panel is left out of prints, because it is a list of things to do on the screen. */
  screenOnly?: boolean;
}

export function Panel({ title, count, end, children, padded = false, screenOnly }: PanelProps) {
  const id = useId();
  return (
    <section className={classes.panel} data-no-paper={screenOnly} aria-labelledby={title ? id : undefined}>
      {title && (
        <header>
          <h2 id={id}>{title}</h2>
          {count !== undefined && count !== null && <span className={tones.quietFigures}>{count}</span>}
          {end && <span className={classes.end}>{end}</span>}
        </header>
      )}
      {padded ? <div className={classes.body}>{children}</div> : children}
    </section>
  );
}
