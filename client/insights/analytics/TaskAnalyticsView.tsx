import { UnstyledButton } from "@mantine/core";
import { Link } from "react-router-dom";
import { TaskLink } from "../../work/projects/TaskLink";
import {
  listTaskAnalytics,
  readTaskAnalytics,
  type TaskAnalytics,
} from "../../../shared/insights/analytics/task-analytics.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useScreenTitle } from "../../platform/screen-title";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import classes from "./analytics.module.css";
import { ChartPanel } from "./ChartPanel";
import { coloursOfColumnStays } from "./colours";
import { MetricHelp } from "./MetricHelp";
import { ChartGrid, SeriesSwatch } from "./ChartGrid";
import { TaskFigureList, taskFigureListPath } from "./TaskFigureList";
import { useAnalyticsView } from "./useAnalyticsView";
import { useDaysText } from "./useDaysText";
import { useFollowProject } from "./useFollowProject";
import { useDuration } from "../../ui/fields/useDuration";

const refreshMs = 1_000;

export function TaskAnalyticsView({ id }: { id: number }) {
  const text = useText();
  const query = useEndpoint(
    readTaskAnalytics,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.data.behind ? refreshMs : false) },
  );
  useFollowProject(query.data?.data.project.id);
  useScreenTitle(query.data?.data.key);
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("analytics.failed")}>
      {({ data }) => <LoadedTaskAnalytics task={data} />}
    </QueryBoundary>
  );
}

function LoadedTaskAnalytics({ task }: { task: TaskAnalytics }) {
  return (
    <>
      <p className={classes.subject}>
        <TaskLink task={{ id: task.id }}>
          <span className="key">{task.key}</span> <TruncatedName>{task.title}</TruncatedName>
        </TaskLink>
        <Link to={paths.analyticsProject(task.project.id)}>
          <bdi>{task.project.title}</bdi>
        </Link>
      </p>
      <TaskFigures task={task} />
      <ChartGrid about={[task.key]}>
        <Stays task={task} />
      </ChartGrid>
      <TaskFigureList id={task.id} projectId={task.project.id} />
    </>
  );
}

function TaskFigures({ task }: { task: TaskAnalytics }) {
  const text = useText();
  const { number } = useFormat();
  const { change } = useAnalyticsView();
  const days = useDaysText();
  const hours = useDuration();
  const figures = [
    ["cycle", task.cycle_days === null ? "–" : days(task.cycle_days)],
    ["lead", days(task.lead_days)],
    ["waiting", days(task.waiting_days)],
    ["blocked", days(task.blocked_days)],
    ["reopened", number(task.reopened)],
    ["touches", number(task.touches)],
    [
      "spent",
      task.estimate_minutes === null
        ? hours(task.spent_minutes)
        : text("analytics.task.spentOf", { spent: hours(task.spent_minutes), estimate: hours(task.estimate_minutes) }),
    ],
  ] as const;
  return (
    <dl className={classes.figures}>
      {figures.map(([name, formatted]) => {
        const label = text(`analytics.task.${name}`);
        return (
          <div key={name} className={classes.figure}>
            <dt className={classes.label}>
              {label}
              <MetricHelp of={label}>{text(`analytics.task.${name}.means`)}</MetricHelp>
            </dt>
            <dd>
              {formatted === "–" ? (
                <span className={classes.plain}>{formatted}</span>
              ) : (
                <UnstyledButton
                  className={classes.value}
                  aria-label={`${label}: ${formatted}`}
                  onClick={() => change({ list: taskFigureListPath(task.id, name) }, false)}
                >
                  {formatted}
                </UnstyledButton>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Stays({ task: { stays } }: { task: TaskAnalytics }) {
  const text = useText();
  const days = useDaysText();
  const colors = coloursOfColumnStays(stays);
  const totalDays = stays.reduce((sum, stay) => sum + stay.days, 0);
  const nameOf = ({ column, archived }: TaskAnalytics["stays"][number]) =>
    archived ? text("analytics.task.archived", { column }) : column;
  return (
    <ChartPanel
      span="whole"
      title={text("analytics.chart.stays")}
      sub={text("analytics.chart.stays.sub")}
      means={text("analytics.chart.stays.means")}
      empty={stays.length === 0 ? { title: text("analytics.nothing") } : null}
      picture={false}
      table={{
        columns: [
          { name: text("analytics.period.from"), format: "instant" },
          { name: text("list.column.status") },
          { name: text("analytics.period.to"), format: "instant" },
          { name: text("analytics.chart.stays.days"), format: "number" },
        ],
        rows: stays.map((stay) => [
          stay.from,
          nameOf(stay),
          stay.to ?? { value: null, text: text("analytics.task.now") },
          stay.days,
        ]),
      }}
      foot={
        <ul className={classes.legend}>
          {stays.map((stay, at) => (
            <li key={stay.from}>
              <SeriesSwatch color={colors[at]} />
              <bdi>{nameOf(stay)}</bdi> {days(stay.days)}
            </li>
          ))}
        </ul>
      }
    >
      <div className={classes.stays}>
        {stays.map((stay, at) => (
          <i
            key={stay.from}
            title={`${nameOf(stay)}: ${days(stay.days)}`}
            data-archived={stay.archived || undefined}
            style={{ flexGrow: totalDays === 0 ? 1 : Math.max(stay.days, totalDays / 200), background: colors[at] }}
          />
        ))}
      </div>
    </ChartPanel>
  );
}

export function TaskChoice() {
  const text = useText();
  const days = useDaysText();
  const query = useEndpoint(listTaskAnalytics);
  return (
    <QueryBoundary query={query} failed={text("analytics.failed")}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState title={text("analytics.task.none")} text={text("analytics.project.none.why")} />
        ) : (
          <div className={classes.choices}>
            <table>
              <caption>{text("analytics.task.aging")}</caption>
              <thead>
                <tr>
                  <th scope="col">{text("task.title")}</th>
                  <th scope="col">{text("analytics.project")}</th>
                  <th scope="col">{text("list.column.status")}</th>
                  <th scope="col">{text("analytics.chart.age")}</th>
                </tr>
              </thead>
              <tbody>
                {data.map((task) => (
                  <tr key={task.id}>
                    <td>
                      <Link to={paths.analyticsTask(task.id)}>
                        {task.key} <TruncatedName>{task.title}</TruncatedName>
                      </Link>
                    </td>
                    <td>
                      <bdi>{task.project.title}</bdi>
                    </td>
                    <td>
                      <bdi>{task.column}</bdi>
                    </td>
                    <td>{days(task.days)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </QueryBoundary>
  );
}
