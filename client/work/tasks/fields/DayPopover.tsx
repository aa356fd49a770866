import { Popover } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { OfflineError } from "../../../platform/problem-error";
import { shiftedProps } from "../../../ui/dropdown";
import { ErrorState } from "../../../ui/states/ErrorState";
import { lazyWithRetry } from "../../../ui/states/lazy-with-retry";
import { Skeleton } from "../../../ui/states/Skeleton";

/** `DayChooser` without the popover, loaded when it is shown. */
export const LazyDayChooser = lazyWithRetry(async () => (await import("./DayChooser")).DayChooser, {
  waiting: () => <Skeleton width={248} height={248} />,
  failed: ({ onRetry }) => <ErrorState error={new OfflineError()} onRetry={onRetry} />,
});

/** Width in px of the popover. */
export const dayPopoverWidth = 284;

interface DayPopoverProps {
  value: string | null;
  min?: string | null;
  max?: string | null;
  /** See `DayChooser`. */
  projectId?: number;
  clearable?: boolean;
  label: string;
  onChange: (day: string | null, extend: boolean) => void;
  opened?: boolean;
  onClosed?: () => void;
  /** Distance in px to move the popover towards the inline end. */
  shiftBy?: number;
  children: (button: { onClick: () => void; "aria-expanded": boolean; "aria-haspopup": "dialog" }) => ReactElement;
}

export function DayPopover(props: DayPopoverProps) {
  const {
    value,
    min,
    max,
    projectId,
    clearable,
    label,
    onChange,
    opened = false,
    onClosed,
    shiftBy = 0,
    children,
  } = props;
  const [open, setOpen] = useState(opened);
  const choose = (day: string | null, extend: boolean) => {
    setOpen(false);
    onClosed?.();
    if (day !== value || clearable) onChange(day, extend);
  };
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      onClose={onClosed}
      position="bottom-start"
      {...shiftedProps(6, shiftBy)}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {children({ onClick: () => setOpen(!open), "aria-expanded": open, "aria-haspopup": "dialog" })}
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <LazyDayChooser {...{ value, min, max, projectId, clearable }} onChange={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}
