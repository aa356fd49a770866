import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./DatedLine.module.css";

/** Days below one another, on one line. */
export function DatedLine({ children }: { children: ReactNode }) {
  return <ol className={classes.line}>{children}</ol>;
}

interface DatedEntryProps {
  /** When, at the start. */
  day: ReactNode;
  /** What kind of thing it is, on the line; the words say it as well. */
  icon: Icon;
  /** Still to come: its sign is dashed. */
  planned?: boolean;
  children: ReactNode;
}

/** What was on a day, or will be. */
export function DatedEntry({ day, icon: Sign, planned = false, children }: DatedEntryProps) {
  return (
    <li className={classes.entry} data-planned={planned || undefined}>
      <span className={classes.day}>{day}</span>
      <span className={classes.sign} aria-hidden>
        <Sign size={14} stroke={1.75} />
      </span>
      <div className={classes.words}>{children}</div>
    </li>
  );
}
