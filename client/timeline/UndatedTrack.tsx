import { type CSSProperties } from "react";
import { Clip } from "../ui/signs/Clip";
import { toneColor } from "../ui/signs/tones";
import { useText } from "../platform/intl/useText";
import bar from "./Bar.module.css";
import { HandNote } from "./Bar";
import classes from "./Chart.module.css";
import type { Placed } from "./timeline.rows";
import { useChart, useHand } from "./useTimeline";

/** Where a task without dates may be drawn; what is in the hand stands where it would land. */
export function UndatedTrack({ placed: { task, project } }: { placed: Placed }) {
  const text = useText();
  const { range } = useChart();
  const hand = useHand((held) => (held?.task.id === task.id && held.hold === "place" ? held : null));
  if (!hand?.span) return project.can.edit ? <span className={classes.paint}>{text("timeline.paint")}</span> : null;
  const style = {
    "--from": hand.span.from - range.first,
    "--span": hand.span.to - hand.span.from + 1,
    "--done": "0%",
    "--dot": toneColor(project.color),
  } as CSSProperties;
  return (
    <span className={bar.bar} style={style} data-hand={hand.outside ? "outside" : "inside"}>
      <span className={bar.name}>
        <Clip>{task.title}</Clip>
      </span>
      <HandNote />
    </span>
  );
}
