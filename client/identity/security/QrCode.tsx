import { useMemo } from "react";
import { encode } from "uqr";
import classes from "./security.module.css";

/** Dark on light in both themes, because cameras can't read inverted codes. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data } = encode(value, { border: 2 });
    const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: data.length, path: dots.join("") };
  }, [value]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} className={classes.ground} />
      <path d={path} className={classes.ink} />
    </svg>
  );
}
