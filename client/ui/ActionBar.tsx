import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import { useText } from "../platform/intl/useText";
import { useEdgeHeight } from "./useEdgeHeight";
import classes from "./ActionBar.module.css";

interface ActionBarProps {
  label: string;
  selected: string;
  onClear: () => void;
  children: ReactNode;
}

export function ActionBar({ label, selected, onClear, children }: ActionBarProps) {
  const text = useText();
  const room = useEdgeHeight("bulk");
  return (
    <div className={classes.place} data-no-paper>
      <div ref={room} className={classes.bar} role="toolbar" aria-label={label} data-bulk-bar>
        <strong className={classes.count} aria-live="polite">
          {selected}
        </strong>
        {children}
        <ActionIcon size={28} aria-label={text("bulk.clear")} onClick={onClear}>
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

export function ActionProgress({ label, progress: { done, count } }: { label: string; progress: BulkProgress }) {
  const text = useText();
  const room = useEdgeHeight("bulk");
  return (
    <div className={classes.place} data-no-paper>
      <div ref={room} className={classes.bar} role="status" data-bulk-bar>
        <strong className={classes.count}>{text("bulk.progress", { done, count })}</strong>
        <progress className={classes.progress} value={done} max={count} aria-label={label} />
      </div>
    </div>
  );
}

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
