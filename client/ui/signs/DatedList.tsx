import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./DatedList.module.css";

export function DatedList({ children }: { children: ReactNode }) {
  return <ol className={classes.line}>{children}</ol>;
}

interface DatedEntryProps {
  day: ReactNode;
  /** Decorative icon on the line; the text must convey the same. */
  icon: Icon;
  /** Future entries have a dashed icon. */
  planned?: boolean;
  children: ReactNode;
}

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
