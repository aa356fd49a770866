import { type Performance, readPerformance } from "../../../shared/people/profile/profile.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { PerformanceCharts } from "./PerformanceCharts";
import classes from "./performance.module.css";
import tones from "../../ui/layout/tones.module.css";

interface PerformanceTabProps {
  userId: number;
  /** Name of the user; by default the signed-in user's. */
  name?: string;
}

export function PerformanceTab({ userId, name }: PerformanceTabProps) {
  const text = useText();
  const me = useCurrentUser();
  const query = useEndpoint(readPerformance, { params: { id: userId } });
  return (
    <QueryBoundary query={query} failed={text("performance.failed")}>
      {({ data }) => (
        <>
          <Figures of={data} />
          <PerformanceCharts person={name ?? me.fullname} weeks={data.weeks} />
          <p className={tones.quietSmall}>{text("performance.who")}</p>
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
