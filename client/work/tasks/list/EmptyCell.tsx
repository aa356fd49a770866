import tones from "../../../ui/layout/tones.module.css";

export function EmptyCell() {
  return (
    <span className={tones.quiet} aria-hidden>
      –
    </span>
  );
}
