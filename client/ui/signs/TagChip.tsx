import type { CSSProperties } from "react";
import classes from "./TagChip.module.css";
import { toneColor } from "./tones";

export function TagChip({ name, color, boxed = false }: { name: string; color: string; boxed?: boolean }) {
  return (
    <span
      className={classes.tag}
      data-boxed={boxed || undefined}
      style={{ "--dot": toneColor(color) } as CSSProperties}
    >
      <bdi className={classes.name}>{name}</bdi>
    </span>
  );
}
