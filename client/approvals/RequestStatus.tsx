import { StatusGlyph, type Status as Glyph } from "../ui/signs/StatusGlyph";
import classes from "./RequestStatus.module.css";

export type Tone = "draft" | "waiting" | "yes" | "no" | "over";

const glyphs = { draft: "backlog", waiting: "waiting", yes: "done", no: "rejected", over: "todo" } as const;

/** Where a request stands, as a sign and in words; a family may show its own sign for a step. */
export function RequestStatus({ tone, glyph = glyphs[tone], words }: { tone: Tone; glyph?: Glyph; words: string }) {
  return (
    <span className={classes.status} data-tone={tone}>
      <StatusGlyph status={glyph} />
      {words}
    </span>
  );
}
