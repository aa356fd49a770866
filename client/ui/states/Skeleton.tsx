import type { CSSProperties } from "react";
import { useText } from "../../platform/intl/useText";
import classes from "./Skeleton.module.css";

export function Skeleton({ width = "100%", height = 12 }: { width?: string | number; height?: number }) {
  const style: CSSProperties = { inlineSize: width, blockSize: height };
  return <span className={classes.bar} style={style} aria-hidden />;
}

const widths = ["62%", "48%", "71%", "55%", "40%"];

/** Skeleton of a list or table. Appears after 150 ms, so that fast responses don't flicker. */
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

const lineWidths = ["96%", "92%", "98%", "61%"];

export function SkeletonArticle() {
  const text = useText();
  return (
    <div className={classes.article} role="status" aria-label={text("ui.loading")}>
      <Skeleton height={220} />
      <Skeleton width="58%" height={26} />
      <span className={classes.author}>
        <Skeleton width={28} height={28} />
        <Skeleton width={180} />
      </span>
      {[0, 1].map((paragraph) => (
        <div key={paragraph} className={classes.paragraph}>
          {lineWidths.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      ))}
    </div>
  );
}

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
