import { Link } from "react-router-dom";
import {
  listUserAnalytics,
  readUserAnalytics,
  type UserAnalytics,
} from "../../../shared/insights/analytics/user-analytics.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useScreenTitle } from "../../platform/screen-title";
import { Toolbar } from "../../ui/PageHead";
import { Avatar } from "../../ui/signs/Avatar";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import classes from "./analytics.module.css";
import { ChartPanel } from "./ChartPanel";
import { FigureBox } from "./FigureBox";
import { ReportDelivery } from "./ReportDelivery";
import { UserLists } from "./UserLists";
import { PeriodFilters } from "./PeriodFilters";
import { ChartGrid, SeriesSwatch } from "./ChartGrid";
import { analyticsQueryOf, useAnalyticsView } from "./useAnalyticsView";
import { useDaysText } from "./useDaysText";
import { useDuration } from "../../ui/fields/useDuration";

export function UserAnalyticsView({ id }: { id: number }) {
  const text = useText();
  const { view } = useAnalyticsView();
  const { from, to, compare } = analyticsQueryOf(view);
  const query = useEndpoint(
    readUserAnalytics,
    { params: { id }, query: { ...(from ? { from } : {}), ...(to ? { to } : {}), ...(compare ? { compare } : {}) } },
    { placeholderData: (before) => before, refetchInterval: 30_000 },
  );
  useScreenTitle(query.data?.data.user.fullname);
  return (
    <>
      <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("analytics.failed")}>
        {({ data }) => <Shown data={data} />}
      </QueryBoundary>
      <UserLists id={id} />
    </>
  );
}

function Shown({ data }: { data: UserAnalytics }) {
  return (
    <>
      <p className={classes.subject}>
        <Avatar person={data.user} size={28} hasVisibleName />
        <TruncatedName>{data.user.fullname}</TruncatedName>
      </p>
      <Toolbar>
        <PeriodFilters period={data} today={data.today} buckets={false} />
        <ReportDelivery screen="user" subjectId={data.user.id} period={data} />
      </Toolbar>
      <UserFigures data={data} />
      <ChartGrid about={[data.user.fullname, data.from, data.to]}>
        <WorkloadChart data={data} />
      </ChartGrid>
    </>
  );
}

function UserFigures({ data: { figures } }: { data: UserAnalytics }) {
  const text = useText();
  const { number, percent } = useFormat();
  const days = useDaysText();
  const hours = useDuration();
  const figureFormats = [
    ["finished", "finished", (value: number) => number(value)],
    ["on_time", "onTime", percent],
    ["late", "late", (value: number) => number(value)],
    ["cycle", "cycle", days],
    ["logged_minutes", "logged", hours],
    ["doing", "doing", (value: number) => number(value)],
    ["reviews", "reviews", (value: number) => number(value)],
  ] as const;
  return (
    <div className={classes.figures}>
      {figureFormats.map(([name, label, say]) => {
        const { value, previous } = figures[name];
        return (
          <FigureBox
            key={name}
            label={text(`analytics.user.${label}`)}
            means={text(`analytics.user.${label}.means`)}
            figure={figures[name]}
            formatted={value === null ? null : say(value)}
            previous={previous === null ? null : say(previous)}
            note={
              value === null && name === "cycle"
                ? text("analytics.needs", { count: 5, have: figures.finished.value ?? 0 })
                : undefined
            }
          />
        );
      })}
    </div>
  );
}

function WorkloadChart({ data: { workload } }: { data: UserAnalytics }) {
  const text = useText();
  const { day } = useFormat();
  const duration = useDuration();
  const { change } = useAnalyticsView();
  const most = Math.max(
    1,
    ...workload.map((week) => Math.max(week.planned_minutes, week.capacity_minutes + week.leave_minutes)),
  );
  const share = (minutes: number) => `${(minutes / most) * 100}%`;
  return (
    <ChartPanel
      span="whole"
      title={text("analytics.chart.workload")}
      sub={text("analytics.chart.workload.sub")}
      means={text("analytics.chart.workload.means")}
      picture={false}
      table={{
        columns: [
          { name: text("analytics.by.week"), format: "day" },
          { name: text("analytics.workload.planned"), format: "minutes" },
          { name: text("analytics.workload.capacity"), format: "minutes" },
          { name: text("analytics.workload.leave"), format: "minutes" },
        ],
        rows: workload.map((week) => [
          week.monday,
          { value: week.planned_minutes, query: week.planned_query },
          { value: week.capacity_minutes, query: week.days_query },
          { value: week.leave_minutes, query: week.days_query },
        ]),
      }}
      foot={
        <ul className={classes.legend}>
          <li>
            <SeriesSwatch color="var(--c1)" /> {text("analytics.workload.planned")}
          </li>
          <li>
            <SeriesSwatch color="var(--c5)" /> {text("analytics.workload.over")}
          </li>
          <li>
            <i className={classes.hatch} aria-hidden /> {text("analytics.workload.leave")}
          </li>
        </ul>
      }
    >
      <div className={classes.load}>
        {workload.map(
          ({ monday, planned_minutes: planned, capacity_minutes: capacity, leave_minutes: leave, ...week }) => (
            <div key={monday}>
              <span>{day(monday)}</span>
              <div className={classes.track} style={{ inlineSize: share(Math.max(planned, capacity + leave)) }}>
                <i style={{ flexGrow: Math.min(planned, capacity), background: "var(--c1)" }} />
                {planned > capacity && <i style={{ flexGrow: planned - capacity, background: "var(--c5)" }} />}
                {planned < capacity && <i style={{ flexGrow: capacity - planned }} />}
                {leave > 0 && <i className={classes.hatch} style={{ flexGrow: leave }} />}
              </div>
              <button
                type="button"
                className={classes.plannedHours}
                data-over={planned > capacity || undefined}
                onClick={() => change({ list: week.planned_query }, false)}
              >
                {text("analytics.workload.of", { planned: duration(planned), capacity: duration(capacity) })}
              </button>
            </div>
          ),
        )}
      </div>
    </ChartPanel>
  );
}

/** Lists the users whose figures the viewer may see, sorted by name. Deliberately not ranked by figures. */
export function UserChoice() {
  const text = useText();
  const query = useEndpoint(listUserAnalytics);
  return (
    <QueryBoundary query={query} failed={text("analytics.failed")}>
      {({ data }) => (
        <ul className={classes.people}>
          {data.map((person) => (
            <li key={person.id}>
              <Link to={paths.analyticsUser(person.id)}>
                <Avatar person={person} size={28} hasVisibleName />
                <TruncatedName>{person.fullname}</TruncatedName>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </QueryBoundary>
  );
}
