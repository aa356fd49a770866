import type { ReactNode } from "react";
import { type ProjectAnalytics, readProjectAnalytics } from "../../shared/analytics/project-analytics.contract";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useScreenTitle } from "../platform/screen-title";
import { PageHead, Toolbar } from "../ui/PageHead";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import classes from "./analytics.module.css";
import { FigureList } from "./FigureList";
import { AgeOfWork, BurnUp, CumulativeFlow, Estimates, WorkInProgress } from "./FlowCharts";
import { PeriodFilters } from "./PeriodFilters";
import { CycleSpread, CycleTime, Throughput } from "./ProjectCharts";
import { Panels } from "./PrintPatterns";
import { ProjectFigures } from "./ProjectFigures";
import { ProjectPill } from "./ProjectChoice";
import { ReportSwitch } from "./ReportSwitch";
import { TaskFilters } from "./TaskFilters";
import { askedOf, useAnalyticsView } from "./useAnalyticsView";
import { useFollowProject } from "./useFollowProject";

/** The log may be a moment behind what was just done: asked again until it isn't. */
const againMs = 1_000;

interface ProjectAnalyticsViewProps {
  projectId: number;
  /** Null: the project's own. */
  title: string | null;
  tabs: ReactNode;
  /** Another project can be chosen here. */
  choose?: boolean;
}

/** How work flows through a project, live. */
export function ProjectAnalyticsView({ projectId, title, tabs, choose = false }: ProjectAnalyticsViewProps) {
  const text = useText();
  const { view } = useAnalyticsView();
  const query = useEndpoint(
    readProjectAnalytics,
    { params: { id: projectId }, query: askedOf(view) },
    {
      placeholderData: (before) => before,
      refetchInterval: ({ state }) => (state.data?.data.behind ? againMs : false),
    },
  );
  const data = query.data?.data;
  useFollowProject(data && projectId);
  useScreenTitle(data?.project.title);
  return (
    <>
      <PageHead title={title ?? <bdi>{data?.project.title}</bdi>} tabs={tabs} />
      <QueryBoundary query={query} loading={<SkeletonRows rows={12} />} failed={text("analytics.failed")}>
        {({ data: shown }) => <Shown data={shown} choose={choose} />}
      </QueryBoundary>
      <FigureList projectId={projectId} />
    </>
  );
}

function Shown({ data, choose }: { data: ProjectAnalytics; choose: boolean }) {
  const text = useText();
  const { tag_id, priority, user_id } = data.filters;
  const filters = { tag_id, priority, user_id };
  return (
    <>
      <Toolbar>
        {choose && <ProjectPill project={data.project} />}
        <PeriodFilters period={data} today={data.today} splits />
        <TaskFilters filters={data.filters} />
        <ReportSwitch screen="project" subjectId={data.project.id} period={data} filters={filters} />
        <span className={classes.live} aria-live="polite">
          {text(data.behind ? "analytics.behind" : "analytics.live")}
        </span>
      </Toolbar>
      <ProjectFigures data={data} />
      <Panels>
        <CumulativeFlow data={data} />
        <CycleTime data={data} />
        <Throughput data={data} />
        <CycleSpread data={data} />
        <AgeOfWork data={data} />
        <BurnUp data={data} />
        <WorkInProgress data={data} />
        <Estimates data={data} />
      </Panels>
    </>
  );
}
