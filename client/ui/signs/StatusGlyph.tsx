import classes from "./StatusGlyph.module.css";

export type GlyphStatus = "backlog" | "todo" | "doing" | "waiting" | "review" | "done" | "rejected";

/** The shape fills up with progress, so that the status doesn't depend on color. Set `label` unless the status is also shown as text. */
export function StatusGlyph({ status, label }: { status: GlyphStatus; label?: string }) {
  return label ? (
    <span className={classes.glyph} data-status={status} role="img" aria-label={label} title={label} />
  ) : (
    <span className={classes.glyph} data-status={status} aria-hidden />
  );
}
