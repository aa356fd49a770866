import { useFormat, useText } from "../../platform/intl/useText";
import classes from "./SpentBar.module.css";

export function SpentBar({ spent, estimate }: { spent: number; estimate: number }) {
  const text = useText();
  const { percent } = useFormat();
  const whole = Math.max(spent, estimate, 1);
  const share = (minutes: number) => `${(minutes / whole) * 100}%`;
  const label = text("time.usedUp", { percent: percent(estimate > 0 ? (spent / estimate) * 100 : 0) });
  return (
    <span className={classes.bar} role="img" aria-label={label}>
      <i style={{ inlineSize: share(Math.min(spent, estimate)) }} />
      {spent > estimate && <i data-over style={{ inlineSize: share(spent - estimate) }} />}
    </span>
  );
}
