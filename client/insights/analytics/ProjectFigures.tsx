import type { ReactNode } from "react";
import type { ProjectAnalytics } from "../../../shared/insights/analytics/project-analytics.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import classes from "./analytics.module.css";
import { FigureBox } from "./FigureBox";
import { MetricHelp } from "./MetricHelp";
import { useDaysText } from "./useDaysText";

interface Shown {
  data: ProjectAnalytics;
  /** Health badge of the project, shown with the forecast. */
  standing: ReactNode;
}

export function ProjectFigures({ data, standing }: Shown) {
  const text = useText();
  const { number } = useFormat();
  const days = useDaysText();
  const { figures, wip_limit: limit } = data;
  const over = limit === null ? 0 : (figures.doing.value ?? 0) - limit;
  const formatOrNull = (value: number | null, how: (value: number) => string) => (value === null ? null : how(value));
  return (
    <div className={classes.figures}>
      {(["finished", "cycle", "lead", "doing", "blocked"] as const).map((name) => {
        const how = name === "cycle" || name === "lead" || name === "blocked" ? days : (value: number) => number(value);
        const figure = figures[name];
        const few = figure.value === null && text("analytics.needs", { count: 5, have: figures.finished.value ?? 0 });
        const limits =
          name === "doing" && limit !== null
            ? over > 0
              ? text("analytics.wip.over", { count: over })
              : text("analytics.wip.limit", { limit })
            : undefined;
        return (
          <FigureBox
            key={name}
            label={text(`analytics.figure.${name}`)}
            means={text(`analytics.figure.${name}.means`)}
            figure={figure}
            formatted={formatOrNull(figure.value, how)}
            previous={formatOrNull(figure.previous, how)}
            note={few || limits}
            alarming={name === "doing" && over > 0}
          />
        );
      })}
      <ForecastNote data={data} standing={standing} />
    </div>
  );
}

function ForecastNote({ data: { forecast, figures }, standing }: Shown) {
  const text = useText();
  const { day } = useFormat();
  const dayText = (value: string | null) => (value === null ? text("analytics.course.later") : day(value));
  const label = text("analytics.figure.course");
  const means = text("analytics.figure.course.means");
  const { remaining, finished, p50, p85, p95, planned } = forecast;
  const range = text("analytics.course.range", {
    count: remaining,
    p50: dayText(p50),
    p85: dayText(p85),
    p95: dayText(p95),
  });
  if (remaining === 0 || finished < 5) {
    return (
      <div className={classes.figure}>
        <span className={classes.label}>
          {label}
          <MetricHelp of={label}>{means}</MetricHelp>
        </span>
        <span className={classes.few}>–</span>
        <span className={classes.note}>
          {remaining === 0 ? text("analytics.course.done") : text("analytics.needs", { count: 5, have: finished })}
        </span>
        {standing && <span className={classes.note}>{standing}</span>}
      </div>
    );
  }
  return (
    <FigureBox
      label={label}
      means={`${means} ${range}`}
      figure={figures.open}
      formatted={dayText(p85)}
      note={
        <>
          <span title={range}>
            {planned ? text("analytics.course.planned", { day: day(planned) }) : text("analytics.course.sure")}
          </span>
          <br />
          {standing}
        </>
      }
    />
  );
}
