import { createContext, type ReactNode } from "react";
import { printing$ } from "../../platform/printing";
import { useStore } from "../../platform/store";
import classes from "./analytics.module.css";

/** Fill patterns for print, where colors may all become gray. Listed in the order of the chart colors in tokens.css. */
const drawings: Record<string, ReactNode> = {
  c1: <rect width="8" height="8" fill="var(--text)" />,
  c2: <path d="M0 8L8 0M-2 2L2 -2M6 10L10 6" stroke="var(--text)" strokeWidth="2" />,
  c3: <path d="M0 0L8 8M-2 6L2 10M6 -2L10 2" stroke="var(--text)" strokeWidth="1.2" />,
  c4: <path d="M0 2H8M0 6H8" stroke="var(--text)" strokeWidth="1.4" />,
  c5: <path d="M0 0L8 8M8 0L0 8" stroke="var(--text)" strokeWidth="1.2" />,
  c6: <circle cx="4" cy="4" r="1.6" fill="var(--text)" />,
  rest: <path d="M4 0V8" stroke="var(--text-3)" strokeWidth="1" />,
  grid: <rect width="1" height="1" fill="var(--text-3)" />,
};

/** Up to this width of the window, half of it is drawn about as wide as half a page. */
const widestWindow = 1600;

/** Context of the charts, such as department and period, for the names of exported files. */
export const ChartSubjectContext = createContext<readonly string[]>([]);

interface ChartGridProps {
  about: readonly string[];
  children: ReactNode;
}

export function ChartGrid({ about, children }: ChartGridProps) {
  const isWide = useStore(printing$) && window.innerWidth > widestWindow;
  return (
    <div className={classes.panels} data-wide={isWide || undefined}>
      <svg className={classes.patterns} aria-hidden>
        <defs>
          {Object.entries(drawings).map(([name, drawing]) => (
            <pattern key={name} id={`print-${name}`} width="8" height="8" patternUnits="userSpaceOnUse">
              <rect width="8" height="8" fill="var(--surface)" />
              {drawing}
            </pattern>
          ))}
        </defs>
      </svg>
      <ChartSubjectContext value={about}>{children}</ChartSubjectContext>
    </div>
  );
}

export function SeriesSwatch({ color, className }: { color: string | undefined; className?: string }) {
  return (
    <svg className={`${classes.swatch} ${className ?? ""}`} aria-hidden>
      <rect width="100%" height="100%" rx="2" fill={color} />
    </svg>
  );
}
