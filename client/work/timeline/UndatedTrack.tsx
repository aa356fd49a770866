import { type CSSProperties } from "react";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { toneColor } from "../../ui/signs/tones";
import { useText } from "../../platform/intl/useText";
import bar from "./TaskBar.module.css";
import { DragNote } from "./TaskBar";
import classes from "./TimelineChart.module.css";
import type { ProjectTask } from "./timeline.rows";
import { useChart, useDragState } from "./useTimeline";

export function UndatedTrack({ placed: { task, project } }: { placed: ProjectTask }) {
  const text = useText();
  const { range } = useChart();
  const drag = useDragState((state) => (state?.task.id === task.id && state.hold === "place" ? state : null));
  if (!drag?.span) return project.can.edit ? <span className={classes.paint}>{text("timeline.paint")}</span> : null;
  const style = {
    "--from": drag.span.from - range.first,
    "--span": drag.span.to - drag.span.from + 1,
    "--done": "0%",
    "--dot": toneColor(project.color),
  } as CSSProperties;
  return (
    <span className={bar.bar} style={style} data-hand={drag.outside ? "outside" : "inside"}>
      <span className={bar.name}>
        <TruncatedName>{task.title}</TruncatedName>
      </span>
      <DragNote />
    </span>
  );
}
