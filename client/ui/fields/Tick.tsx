import { type MouseEvent, useLayoutEffect, useRef } from "react";
import classes from "./Tick.module.css";

interface TickProps {
  label: string;
  checked: boolean;
  /** Some of them are. */
  partly?: boolean;
  onToggle: (event: MouseEvent<HTMLInputElement>) => void;
  /** Seen only when the row is hovered, focused or ticked. */
  quiet?: boolean;
  tabIndex?: number;
  disabled?: boolean;
}

/** A checkbox light enough for thousands of rows. */
export function Tick({ label, checked, partly = false, onToggle, quiet = false, tabIndex, disabled }: TickProps) {
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = partly;
  }, [partly]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={classes.tick}
      data-quiet={quiet || undefined}
      aria-label={label}
      checked={checked}
      tabIndex={tabIndex}
      disabled={disabled}
      onClick={onToggle}
      onChange={nothing}
    />
  );
}

/** The click says it: it knows about the shift key. */
const nothing = () => undefined;
