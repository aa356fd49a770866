import {
  type ProjectFigures,
  type ProjectStanding as Standing,
  standingOf,
} from "../../shared/projects/projects.rules";
import { type Text, useFormat, useText } from "../platform/intl/useText";
import { useToday } from "../platform/today";
import { type Status, StatusGlyph } from "../ui/signs/StatusGlyph";
import classes from "./ProjectStanding.module.css";

const glyphs: Record<Standing["kind"], Status> = {
  completed: "done",
  allDone: "review",
  onTrack: "doing",
  underWay: "doing",
  behind: "doing",
  late: "doing",
  paused: "waiting",
  starts: "todo",
  planned: "todo",
  notBegun: "todo",
  empty: "todo",
};

/** How a project stands today, in a shape and in words that say what they follow from: nothing hides behind a hover. */
export function ProjectStanding({ project }: { project: ProjectFigures }) {
  const text = useText();
  const format = useFormat();
  const standing = standingOf(project, useToday());
  const late = standing.kind === "behind" || standing.kind === "late";
  return (
    <span className={classes.standing}>
      <StatusGlyph status={glyphs[standing.kind]} />
      <span className={classes.words} data-late={late || undefined}>
        {wordsOf(standing, project, text, format)}
      </span>
    </span>
  );
}

type Format = ReturnType<typeof useFormat>;

function wordsOf(standing: Standing, project: ProjectFigures, text: Text, { day, percent }: Format): string {
  if (standing.kind === "starts") return text("projects.standing.starts", { day: day(standing.day) });
  if (standing.kind === "late") return text("projects.standing.late", { days: standing.days });
  if (standing.kind === "behind") {
    const values = { expected: percent(standing.expected), progress: percent(project.progress) };
    return text("projects.standing.behind", values);
  }
  return text(`projects.standing.${standing.kind}`);
}
