import {
  type ForecastDay,
  type ProjectFigures,
  type ProjectHealth as Standing,
  projectHealthOf,
} from "../../../shared/work/projects/projects.rules";
import { type TextFunction, useFormat, useText } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import { type GlyphStatus, StatusGlyph } from "../../ui/signs/StatusGlyph";
import classes from "./ProjectHealthBadge.module.css";

const glyphs: Record<Standing["kind"], GlyphStatus> = {
  completed: "done",
  allDone: "review",
  onTrack: "doing",
  underWay: "doing",
  behind: "doing",
  late: "doing",
  lateTasks: "doing",
  forecastLate: "doing",
  overEstimate: "doing",
  paused: "waiting",
  starts: "todo",
  planned: "todo",
  notBegun: "todo",
  empty: "todo",
};

const lateKinds: readonly Standing["kind"][] = ["behind", "late", "lateTasks", "overEstimate", "forecastLate"];

export function ProjectHealthBadge({ project, forecast }: { project: ProjectFigures; forecast?: ForecastDay | null }) {
  const text = useText();
  const format = useFormat();
  const standing = projectHealthOf(project, useToday(), forecast);
  const late = lateKinds.includes(standing.kind);
  return (
    <span className={classes.standing}>
      <StatusGlyph status={glyphs[standing.kind]} />
      <span className={classes.words} data-late={late || undefined}>
        {healthText(standing, project, text, format)}
      </span>
    </span>
  );
}

type Format = ReturnType<typeof useFormat>;

function healthText(standing: Standing, project: ProjectFigures, text: TextFunction, { day, percent }: Format): string {
  if (standing.kind === "starts") return text("projects.standing.starts", { day: day(standing.day) });
  if (standing.kind === "forecastLate")
    return text("projects.standing.forecastLate", {
      day: standing.day === null ? text("analytics.course.later") : day(standing.day),
    });
  if (standing.kind === "late") return text("projects.standing.late", { days: standing.days });
  if (standing.kind === "lateTasks") return text("projects.standing.lateTasks", { count: standing.count });
  if (standing.kind === "overEstimate")
    return text("projects.standing.overEstimate", { percent: percent(standing.percent) });
  if (standing.kind === "completed") return text("projects.standing.completed", { open: standing.open });
  if (standing.kind === "behind") {
    const values = { expected: percent(standing.expected), progress: percent(project.progress) };
    return text("projects.standing.behind", values);
  }
  return text(`projects.standing.${standing.kind}`);
}
