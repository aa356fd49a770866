import type { IconProps } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import classes from "./InboxSummary.module.css";

export interface InboxSummaryProps {
  facts: Record<string, unknown>;
}

export function InboxSubject({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.what} data-subject>
      {sign}
      <span>{children}</span>
    </span>
  );
}

interface InboxFactProps {
  icon: ComponentType<IconProps>;
  tone?: "warn" | "accent";
  /** Mirrors the icon in right-to-left languages. */
  directed?: boolean;
  children: ReactNode;
}

export function InboxFact({ icon: Icon, tone, directed = false, children }: InboxFactProps) {
  return (
    <span className={classes.fact} data-tone={tone} data-fact>
      <Icon size={14} stroke={1.75} aria-hidden className={directed ? "flip" : undefined} />
      <span>{children}</span>
    </span>
  );
}
