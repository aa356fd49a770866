import classes from "./StatusGlyph.module.css";

export type Status = "backlog" | "todo" | "doing" | "waiting" | "review" | "done" | "rejected";

/** The shape fills up as work goes on; colour only helps. With `label` it speaks for itself, else the words beside it do. */
export function StatusGlyph({ status, label }: { status: Status; label?: string }) {
  return label ? (
    <span className={classes.glyph} data-status={status} role="img" aria-label={label} title={label} />
  ) : (
    <span className={classes.glyph} data-status={status} aria-hidden />
  );
}
