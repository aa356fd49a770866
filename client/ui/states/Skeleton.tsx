import type { CSSProperties } from "react";
import { useText } from "../../platform/intl/useText";
import classes from "./Skeleton.module.css";

/** One grey bar in the box of what is coming. */
export function Skeleton({ width = "100%", height = 12 }: { width?: string | number; height?: number }) {
  const style: CSSProperties = { inlineSize: width, blockSize: height };
  return <span className={classes.bar} style={style} aria-hidden />;
}

const widths = ["62%", "48%", "71%", "55%", "40%"];

/** Rows as of a list or table. Appears after 150 ms: what is quick shouldn't flicker. */
export function SkeletonRows({ rows = 5, height = 40 }: { rows?: number; height?: number }) {
  const text = useText();
  return (
    <div className={classes.rows} role="status" aria-label={text("ui.loading")}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row} style={{ blockSize: height }}>
          <Skeleton width={20} height={20} />
          <Skeleton width={widths[row % widths.length]} />
        </div>
      ))}
    </div>
  );
}

/** A card with a title and lines. */
export function SkeletonCard({ lines = 3 }: { lines?: number }) {
  return (
    <div className={classes.card} aria-hidden>
      <Skeleton width="34%" height={10} />
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={widths[line % widths.length]} height={10} />
      ))}
    </div>
  );
}
