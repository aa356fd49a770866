import type { ReactNode } from "react";
import { minFinishedTasks } from "../../../shared/work/tasks/cycle-time.rules";
import {
  type ProjectAnalytics,
  readProjectAnalytics,
} from "../../../shared/insights/analytics/project-analytics.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useScreenTitle } from "../../platform/screen-title";
import { readProject } from "../../../shared/work/projects/projects.contract";
import { useCan } from "../../platform/session";
import { ProjectHealthBadge } from "../../work/projects/ProjectHealthBadge";
import { PageHead, Toolbar } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import classes from "./analytics.module.css";
import { FigureList } from "./FigureList";
import { WorkItemAge, BurnUp, CumulativeFlow, EstimatesChart, WorkInProgress } from "./FlowCharts";
import { NumberFieldCharts } from "./NumberFieldCharts";
import { PeriodFilters } from "./PeriodFilters";
import { CycleTimeSpread, CycleTime, Throughput } from "./ProjectCharts";
import { ChartGrid } from "./ChartGrid";
import { ProjectFigures } from "./ProjectFigures";
import { ProjectPill } from "./ProjectChoice";
import { ReportDelivery } from "./ReportDelivery";
import { TaskFilters } from "./TaskFilters";
import { analyticsQueryOf, useAnalyticsView } from "./useAnalyticsView";
import { useFollowProject } from "./useFollowProject";

/** Delay in ms before the query is repeated while the server reports `behind`: its figures don't include recent changes yet. */
const refreshMs = 1_000;

interface ProjectAnalyticsViewProps {
  projectId: number;
  /** Title of the project; null on the project's own tab. */
  title: string | null;
  tabs: ReactNode;
  choose?: boolean;
}

export function ProjectAnalyticsView({ projectId, title, tabs, choose = false }: ProjectAnalyticsViewProps) {
  const text = useText();
  const { view } = useAnalyticsView();
  const query = useEndpoint(
    readProjectAnalytics,
    { params: { id: projectId }, query: analyticsQueryOf(view) },
    {
      placeholderData: (before) => before,
      refetchInterval: ({ state }) => (state.data?.data.behind ? refreshMs : false),
    },
  );
  const data = query.data?.data;
  useFollowProject(data && projectId);
  useScreenTitle(data?.project.title);
  return (
    <>
      <PageHead title={title ?? <bdi>{data?.project.title}</bdi>} tabs={tabs} />
      <QueryBoundary query={query} loading={<SkeletonRows rows={12} />} failed={text("analytics.failed")}>
        {({ data: analytics }) => <Shown data={analytics} choose={choose} />}
      </QueryBoundary>
      <FigureList projectId={projectId} />
    </>
  );
}

function Shown({ data, choose }: { data: ProjectAnalytics; choose: boolean }) {
  const text = useText();
  const { tag_id, priority, user_id } = data.filters;
  const filters = { tag_id, priority, user_id };
  const mayView = useCan()("project-view");
  const project = useEndpoint(readProject, { params: { id: data.project.id } }, { enabled: mayView }).data?.data;
  // With a task filter, the forecast would cover only some of the tasks and say nothing about the project.
  const { remaining, finished, p85 } = data.forecast;
  const hasForecast = !tag_id && !priority && !user_id && remaining > 0 && finished >= minFinishedTasks;
  const forecast = hasForecast ? { day: p85 } : null;
  return (
    <>
      <Toolbar>
        {choose && <ProjectPill project={data.project} />}
        <PeriodFilters period={data} today={data.today} splits />
        <TaskFilters filters={data.filters} />
        <ReportDelivery screen="project" subjectId={data.project.id} period={data} filters={filters} />
        <span className={classes.live} aria-live="polite">
          {text(data.behind ? "analytics.behind" : "analytics.live")}
        </span>
      </Toolbar>
      <ProjectFigures data={data} standing={project && <ProjectHealthBadge project={project} forecast={forecast} />} />
      <ChartGrid about={[data.project.title, data.from, data.to]}>
        <CumulativeFlow data={data} />
        <CycleTime data={data} />
        <Throughput data={data} />
        <CycleTimeSpread data={data} />
        <WorkItemAge data={data} />
        <BurnUp data={data} />
        <WorkInProgress data={data} />
        <EstimatesChart data={data} />
        <NumberFieldCharts data={data} />
      </ChartGrid>
    </>
  );
}
