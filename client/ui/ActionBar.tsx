import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import { useText } from "../platform/intl/useText";
import { useRoom } from "./useRoom";
import classes from "./ActionBar.module.css";

interface ActionBarProps {
  label: string;
  /** How many are selected, in words. */
  selected: string;
  onClear: () => void;
  children: ReactNode;
}

/** What can be done with all that is selected; it rises from below. */
export function ActionBar({ label, selected, onClear, children }: ActionBarProps) {
  const text = useText();
  const room = useRoom("bulk");
  return (
    <div className={classes.place}>
      <div ref={room} className={classes.bar} role="toolbar" aria-label={label} data-bulk-bar>
        <strong className={classes.count} aria-live="polite">
          {selected}
        </strong>
        {children}
        <ActionIcon size={28} variant="subtle" color="gray" aria-label={text("bulk.clear")} onClick={onClear}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}

export interface BulkProgress {
  done: number;
  count: number;
}

/** Thousands take a while: how many are done, honestly. */
export function ActionProgress({ label, progress: { done, count } }: { label: string; progress: BulkProgress }) {
  const text = useText();
  const room = useRoom("bulk");
  return (
    <div className={classes.place}>
      <div ref={room} className={classes.bar} role="status" data-bulk-bar>
        <strong className={classes.count}>{text("bulk.progress", { done, count })}</strong>
        <progress className={classes.progress} value={done} max={count} aria-label={label} />
      </div>
    </div>
  );
}

/** A button of the bar. What it hangs on adds a class of its own. */
export function BarAction({
  icon,
  label,
  className,
  ...button
}: { icon: ReactNode; label: string } & ComponentProps<"button">) {
  return (
    <UnstyledButton className={`${classes.act} ${className ?? ""}`} aria-label={label} {...button}>
      {icon}
      <span>{label}</span>
    </UnstyledButton>
  );
}
