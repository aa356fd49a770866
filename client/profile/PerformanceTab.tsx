import type { CSSProperties } from "react";
import { type Performance, readPerformance } from "../../shared/profile/profile.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { Panel } from "../ui/Panel";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import classes from "./profile.module.css";

/** What one has finished and logged: for oneself, and whoever stands above. */
export function PerformanceTab({ id }: { id: number }) {
  const text = useText();
  const query = useEndpoint(readPerformance, { params: { id } });
  return (
    <QueryBoundary query={query} failed={text("performance.failed")}>
      {({ data }) => (
        <>
          <Figures of={data} />
          <div className={classes.charts}>
            <Weeks title={text("performance.finishedByWeek")} weeks={data.weeks} valueOf={({ finished }) => finished} />
            <Weeks
              title={text("performance.hoursByWeek")}
              weeks={data.weeks}
              valueOf={({ minutes }) => Math.round(minutes / 6) / 10}
            />
          </div>
          <p className={classes.note}>{text("performance.who")}</p>
        </>
      )}
    </QueryBoundary>
  );
}

function Figures({
  of: { finished, finished_before: before, due, on_time: inTime, cycle_days: cycle },
}: {
  of: Performance;
}) {
  const text = useText();
  const { number } = useFormat();
  const change = finished - before;
  return (
    <dl className={classes.figures}>
      <div>
        <dt>{text("performance.finished")}</dt>
        <dd>{number(finished)}</dd>
        <dd data-tone={change > 0 ? "good" : undefined}>
          {change === 0
            ? text("performance.same")
            : text("performance.change", { change: Math.abs(change), more: change > 0 ? "yes" : "no" })}
        </dd>
      </div>
      <div>
        <dt>{text("performance.onTime")}</dt>
        <dd>{due === 0 ? "–" : number(inTime / due, { style: "percent" })}</dd>
        <dd>{text("performance.onTimeOf", { inTime, due })}</dd>
      </div>
      <div>
        <dt>{text("performance.cycle")}</dt>
        <dd>{cycle === null ? "–" : text("performance.days", { days: cycle })}</dd>
        <dd>{text("performance.cycle.why")}</dd>
      </div>
    </dl>
  );
}

interface WeeksProps {
  title: string;
  weeks: Performance["weeks"];
  valueOf: (week: Performance["weeks"][number]) => number;
}

/** A bar for each week. To readers of the screen it is a list of weeks with their figures. */
function Weeks({ title, weeks, valueOf }: WeeksProps) {
  const { number, day } = useFormat();
  const most = Math.max(1, ...weeks.map(valueOf));
  return (
    <Panel title={title} padded>
      {/* Moved sideways where it is narrow; by keys as well. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what can be scrolled must take the focus */}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={title}>
        <ol className={classes.bars}>
          {weeks.map((week) => (
            <li key={week.monday} style={{ "--part": valueOf(week) / most } as CSSProperties}>
              <b>{number(valueOf(week))}</b>
              <i aria-hidden />
              <span>{day(week.monday, "short")}</span>
            </li>
          ))}
        </ol>
      </div>
    </Panel>
  );
}
