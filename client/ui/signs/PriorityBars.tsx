import classes from "./PriorityBars.module.css";

/** Three, two or one bar. Set `label` unless the priority is also shown as text. */
export function PriorityBars({ priority, label }: { priority: "high" | "medium" | "low"; label?: string }) {
  const bars = (
    <>
      <i />
      <i />
      <i />
    </>
  );
  return label ? (
    <span className={classes.bars} data-priority={priority} role="img" aria-label={label} title={label}>
      {bars}
    </span>
  ) : (
    <span className={classes.bars} data-priority={priority} aria-hidden>
      {bars}
    </span>
  );
}
