import { Tooltip } from "@mantine/core";
import {
  type ProjectFigures,
  type ProjectStanding as Standing,
  standingOf,
} from "../../shared/projects/projects.rules";
import { type Text, useFormat, useText } from "../platform/intl/useText";
import { useToday } from "../platform/today";
import { type Status, StatusGlyph } from "../ui/StatusGlyph";
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

/** How a project stands today, in a shape and in words; where the words come from a calculation, it can be asked for. */
export function ProjectStanding({ project }: { project: ProjectFigures }) {
  const text = useText();
  const format = useFormat();
  const standing = standingOf(project, useToday());
  const late = standing.kind === "behind" || standing.kind === "late";
  const why = reasonOf(standing, project, text, format);
  const words = (
    <span className={classes.words} data-late={late || undefined} data-why={why !== null || undefined}>
      {wordsOf(standing, text, format)}
    </span>
  );
  return (
    <span className={classes.standing}>
      <StatusGlyph status={glyphs[standing.kind]} />
      {why === null ? words : <Tooltip label={why}>{words}</Tooltip>}
    </span>
  );
}

type Format = ReturnType<typeof useFormat>;

function wordsOf(standing: Standing, text: Text, { day }: Format): string {
  if (standing.kind === "starts") return text("projects.standing.starts", { day: day(standing.day) });
  if (standing.kind === "behind" || standing.kind === "late") {
    return text(`projects.standing.${standing.kind}`, { days: standing.days });
  }
  return text(`projects.standing.${standing.kind}`);
}

function reasonOf(standing: Standing, project: ProjectFigures, text: Text, { day, percent }: Format): string | null {
  if (standing.kind === "behind") {
    const values = { expected: percent(standing.expected), progress: percent(project.progress) };
    return text("projects.standing.behind.why", values);
  }
  if (standing.kind === "late") {
    const values = { day: day(project.end_date ?? "", "medium"), progress: percent(project.progress) };
    return text("projects.standing.late.why", values);
  }
  return null;
}
