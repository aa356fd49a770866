import type { IconProps } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import classes from "./InboxLine.module.css";

/** What a family's line in the inbox is given: the facts that its server tells in a list. */
export interface InboxLineProps {
  facts: Record<string, unknown>;
}

/** What is asked for, in one line behind the sign of its kind. */
export function InboxWhat({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.what}>
      {sign}
      <span>{children}</span>
    </span>
  );
}

interface InboxFactProps {
  icon: ComponentType<IconProps>;
  tone?: "warn" | "accent";
  children: ReactNode;
}

/** One of the one or two things that one looks at first. */
export function InboxFact({ icon: Icon, tone, children }: InboxFactProps) {
  return (
    <span className={classes.fact} data-tone={tone}>
      <Icon size={14} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
