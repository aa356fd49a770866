import { type MouseEvent, useLayoutEffect, useRef } from "react";
import classes from "./LightCheckbox.module.css";

interface TickProps {
  label: string;
  checked: boolean;
  /** Indeterminate state: only some items are selected. */
  partly?: boolean;
  onToggle: (event: MouseEvent<HTMLInputElement>) => void;
  /** Visible only if the row is hovered, focused or checked. */
  showsOnHover?: boolean;
  tabIndex?: number;
  disabled?: boolean;
}

/** A checkbox light enough for thousands of rows. */
export function LightCheckbox({
  label,
  checked,
  partly = false,
  onToggle,
  showsOnHover = false,
  tabIndex,
  disabled,
}: TickProps) {
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = partly;
  }, [partly]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={classes.tick}
      data-shows-on-hover={showsOnHover || undefined}
      aria-label={label}
      checked={checked}
      tabIndex={tabIndex}
      disabled={disabled}
      onClick={onToggle}
      onChange={noop}
    />
  );
}

/** Changes are handled by `onClick`, whose event includes the Shift key. */
const noop = () => undefined;
