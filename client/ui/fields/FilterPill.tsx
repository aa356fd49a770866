import { UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { type ComponentPropsWithRef, type ReactNode } from "react";
import classes from "./FilterPill.module.css";
import tones from "../layout/tones.module.css";

interface FilterPillProps extends Omit<ComponentPropsWithRef<"button">, "value"> {
  label: string;
  value?: ReactNode;
  /** Value on paper, where relative days such as "Last 30 days" need dates. */
  printedValue?: string;
}

/** Renders as "Assignee Anyone ▾" if set, otherwise as "+ Tag". Use it as the target of a menu. */
export function FilterPill({ label, value, printedValue, className, ...button }: FilterPillProps) {
  const on = value !== undefined && value !== null && value !== "" && value !== false;
  return (
    <UnstyledButton
      className={`${classes.pill} ${className ?? ""}`}
      data-on={on || undefined}
      data-filter-label={on ? label : undefined}
      data-printed-value={printedValue}
      {...button}
    >
      {on ? (
        <>
          <span className={tones.muted}>{label}</span>
          <b className={classes.value}>{value}</b>
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </>
      ) : (
        <>
          <IconPlus size={14} stroke={1.75} aria-hidden />
          {label}
        </>
      )}
    </UnstyledButton>
  );
}
