import { Button } from "@mantine/core";
import { IconCalendarOff, IconClock, IconLayoutDashboard } from "@tabler/icons-react";
import { Component, type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { type PanelName, dashboardPanels } from "../../../shared/insights/dashboard/dashboard.rules";
import { listProjects, type Project } from "../../../shared/work/projects/projects.contract";
import { listMyTasks } from "../../../shared/work/tasks/tasks.contract";
import { paths } from "../../platform/paths";
import { useFormat, useText } from "../../platform/intl/useText";
import { cacheMs, progressOptions, useEndpoint } from "../../platform/query";
import { useCan, useCurrentUser, useHasFeature } from "../../platform/session";
import { useFollowProjects } from "../../work/projects/useFollowProjects";
import { ProjectsIllustration } from "../../work/projects/list/ProjectsIllustration";
import { WaysToStart } from "../../work/projects/list/WaysToStart";
import { useToday } from "../../platform/today";
import { EmptyState } from "../../ui/states/EmptyState";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { ArrangePanels } from "./ArrangePanels";
import { AwayPanel } from "./AwayPanel";
import { ContinuePanel } from "./ContinuePanel";
import { MyOnboarding } from "../../people/onboarding/MyOnboarding";
import { CelebrationsPanel } from "./CelebrationsPanel";
import { MyProjects } from "./MyProjects";
import { MyTasks } from "./MyTasks";
import { NewsPanel } from "./NewsPanel";
import { countDueTasks } from "./my-tasks";
import { LazyRequestPanels } from "./LazyRequestPanels";
import { TodayPanel } from "./TodayPanel";
import { UnreadPanel } from "./UnreadPanel";
import { weekSourcesOf } from "./my-week";
import { WeekPanel } from "./WeekPanel";
import { useDashboardLayout } from "./useDashboardLayout";
import classes from "./dashboard.module.css";
import { listRecentActivity } from "../../../shared/work/activity/activity.contract";
import { ActivityFeed } from "../../work/tasks/activity/ActivityFeed";
import { ErrorState } from "../../ui/states/ErrorState";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { TagChip } from "../../ui/signs/TagChip";
import { urgentReminderDays } from "../../../shared/billing/subscription/subscription.rules";

interface PanelBoundaryProps {
  title: string;
  children: ReactNode;
}

class PanelBoundary extends Component<PanelBoundaryProps, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <Panel title={this.props.title}>
        <ErrorState error={error} onRetry={() => this.setState({ error: null })} />
      </Panel>
    );
  }
}

const latest = 14;

function RecentActivity({ projects }: { projects: readonly Project[] | undefined }) {
  const text = useText();
  const query = useEndpoint(listRecentActivity, { query: { per_page: latest } });
  const items = query.data?.data;
  const byId = new Map(projects?.map((project) => [project.id, project]));
  return (
    <Panel title={text("dashboard.lately")}>
      {query.isPending && <SkeletonRows rows={6} height={28} />}
      {query.error && !items && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {items?.length === 0 && (
        <EmptyState title={text("dashboard.lately.none")} text={text("dashboard.lately.none.why")} />
      )}
      {items && items.length > 0 && (
        <ActivityFeed
          items={items}
          placeOf={({ project_id }) => {
            const project = byId.get(project_id);
            return project && <TagChip name={project.title} color={project.color} />;
          }}
        />
      )}
    </Panel>
  );
}

/** Number of tasks fetched, the most urgent first. The boards show the rest. */
const taskLimit = 100;

export function DashboardPage() {
  const text = useText();
  const can = useCan();
  const has = useHasFeature();
  const { external, tenant } = useCurrentUser();
  const mayList = can("project-list");
  const projects = useEndpoint(listProjects, {}, { staleTime: cacheMs, enabled: mayList, ...progressOptions });
  useFollowProjects(projects.data?.data);
  const tasks = useEndpoint(listMyTasks, { query: { per_page: taskLimit } });
  const dashboard = useDashboardLayout();
  const [arranging, setArranging] = useState(false);
  const firstDay = projects.data?.data.length === 0 && tasks.data?.meta.total === 0;
  const contents: Record<PanelName, ReactNode> = {
    tasks: firstDay ? <FirstDay /> : <MyTasks query={tasks} />,
    requests: external ? null : <LazyRequestPanels />,
    onboarding: external ? null : <MyOnboarding />,
    lately: firstDay ? null : <RecentActivity projects={projects.data?.data} />,
    continue: <ContinuePanel />,
    week: Object.values(weekSourcesOf(can, has)).some(Boolean) ? <WeekPanel tasks={tasks.data?.data} /> : null,
    bookings: can("reservation-list") ? <TodayPanel /> : null,
    projects: mayList && !firstDay ? <MyProjects query={projects} /> : null,
    unread: <UnreadPanel />,
    news: can("news-view") && has("news") ? <NewsPanel /> : null,
    celebrations: can(["user-list", "employee-list"]) && !external ? <CelebrationsPanel /> : null,
    away: can("leave-request-list") && has("leave_management") ? <AwayPanel /> : null,
    plan:
      can("subscription-list-request") && tenant.remaining_days !== null ? (
        <PlanPanel days={tenant.remaining_days} />
      ) : null,
  };
  const availablePanels = new Set(dashboardPanels.filter((name) => contents[name] !== null));
  const { layout, isCustomized } = dashboard;
  // Without any work, empty panels would push the first step below the fold.
  const main = firstDay && !isCustomized ? [...new Set<PanelName>(["tasks", ...layout.main])] : layout.main;
  const column = (names: readonly PanelName[]) => (
    <div className={classes.column}>
      {names.map((name) => (
        <PanelBoundary key={name} title={text(`dashboard.panel.${name}`)}>
          {contents[name]}
        </PanelBoundary>
      ))}
    </div>
  );
  return (
    <>
      <Head tasks={tasks.data?.data} onArrange={() => setArranging(true)} />
      {!dashboard.pending && (
        <div className={classes.columns}>
          {column(main)}
          {column(layout.side)}
        </div>
      )}
      {arranging && (
        <ArrangePanels dashboard={dashboard} availablePanels={availablePanels} onClose={() => setArranging(false)} />
      )}
    </>
  );
}

function Head({ tasks, onArrange }: { tasks: Parameters<typeof countDueTasks>[0] | undefined; onArrange(): void }) {
  const text = useText();
  const { day } = useFormat();
  const can = useCan();
  const has = useHasFeature();
  const today = useToday();
  const { overdue, week } = countDueTasks(tasks ?? [], today);
  const parts = [
    overdue > 0 ? text("dashboard.overdue", { count: overdue }) : null,
    week > 0 ? text("dashboard.dueThisWeek", { count: week }) : null,
  ].filter((part) => part !== null);
  const sub = parts.length === 2 ? text("dashboard.both", { first: parts[0], second: parts[1] }) : parts[0];
  return (
    <PageHead title={day(today, "long")} sub={tasks && (sub ?? text("dashboard.nothingDue"))}>
      {can("leave-request-create") && has("leave_management") && (
        <Button
          component={Link}
          to={paths.leave("create")}
          leftSection={<IconCalendarOff size={16} stroke={1.75} aria-hidden />}
        >
          {text("dashboard.requestLeave")}
        </Button>
      )}
      {can("time-tracking-list") && (
        <Button
          component={Link}
          to={paths.timeTracking}
          leftSection={<IconClock size={16} stroke={1.75} aria-hidden />}
        >
          {text("time.log")}
        </Button>
      )}
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconLayoutDashboard size={16} stroke={1.75} aria-hidden />}
        onClick={onArrange}
      >
        {text("dashboard.arrange")}
      </Button>
    </PageHead>
  );
}

function FirstDay() {
  const text = useText();
  const may = useCan()("project-create");
  return (
    <Panel>
      <EmptyState
        drawing={<ProjectsIllustration />}
        title={text("dashboard.firstDay")}
        text={text(may ? "dashboard.firstDay.create" : "dashboard.firstDay.wait")}
      />
      {may && <WaysToStart />}
    </Panel>
  );
}

/** Days left in the tenant's plan. */
function PlanPanel({ days }: { days: number }) {
  const text = useText();
  return (
    <Panel
      title={text("subscription.yourPlan")}
      end={<Link to={paths.subscriptions}>{text("subscription.changePlan")}</Link>}
      padded
    >
      <p className={classes.plan} data-danger={days <= urgentReminderDays || undefined}>
        {text("dashboard.planRuns", { days: Math.max(0, days) })}
      </p>
    </Panel>
  );
}
