import { Popover } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { OfflineError } from "../../platform/problem-error";
import { ErrorState } from "../../ui/states/ErrorState";
import { later } from "../../ui/states/later";
import { Skeleton } from "../../ui/states/Skeleton";

const DayChooser = later(async () => (await import("./DayChooser")).DayChooser, {
  waiting: () => <Skeleton width={248} height={248} />,
  failed: ({ onRetry }) => <ErrorState error={new OfflineError()} onRetry={onRetry} />,
});

interface DayPopoverProps {
  value: string | null;
  min?: string | null;
  max?: string | null;
  label: string;
  onChange: (day: string | null) => void;
  /** Open from the start: what it hangs on was made for it. */
  opened?: boolean;
  onClosed?: () => void;
  /** The button it hangs on. */
  children: (button: { onClick: () => void; "aria-expanded": boolean; "aria-haspopup": "dialog" }) => ReactElement;
}

/** A day out of a calendar, or none. */
export function DayPopover({ value, min, max, label, onChange, opened = false, onClosed, children }: DayPopoverProps) {
  const [open, setOpen] = useState(opened);
  const choose = (day: string | null) => {
    setOpen(false);
    onClosed?.();
    if (day !== value) onChange(day);
  };
  return (
    <Popover opened={open} onChange={setOpen} onClose={onClosed} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        {children({ onClick: () => setOpen(!open), "aria-expanded": open, "aria-haspopup": "dialog" })}
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <DayChooser value={value} min={min} max={max} onChange={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}
