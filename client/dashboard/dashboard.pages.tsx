import { Button } from "@mantine/core";
import { IconLayoutDashboard, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { type PanelName, panels } from "../../shared/dashboard/dashboard.rules";
import { listProjects } from "../../shared/projects/projects.contract";
import { myTasks } from "../../shared/tasks/tasks.contract";
import { paths } from "../platform/paths";
import { useFormat, useText } from "../platform/intl/useText";
import { cacheMs, showsProgress, useEndpoint } from "../platform/query";
import { useCan, useCurrentUser } from "../platform/session";
import { useFollowProjects } from "../projects/useFollowProjects";
import { ProjectsDrawing } from "../projects/list/ProjectsDrawing";
import { useToday } from "../platform/today";
import { EmptyState } from "../ui/states/EmptyState";
import { PageHead } from "../ui/PageHead";
import { Panel } from "../ui/Panel";
import { Arrange } from "./Arrange";
import { MyOnboarding } from "../onboarding/MyOnboarding";
import { AwayPanel } from "./AwayPanel";
import { CelebrationsPanel } from "./Celebrations";
import { Lately } from "./Lately";
import { MyProjects } from "./MyProjects";
import { MyTasks } from "./MyTasks";
import { NewsPanel } from "./NewsPanel";
import { NextBookings } from "./NextBookings";
import { dueCounts } from "./my-tasks";
import { PanelBoundary } from "./PanelBoundary";
import { PlanPanel } from "./PlanPanel";
import { RequestsLater } from "./RequestsLater";
import { UnreadPanel } from "./UnreadPanel";
import { useLayout } from "./useLayout";
import classes from "./dashboard.module.css";

/** How many of one's tasks are asked for: the most urgent. The rest is behind "show all" on the boards. */
const taskLimit = 100;

/** What is one's own to do, what others did, how one's projects stand; in the order that one has made. */
export function DashboardPage() {
  const text = useText();
  const can = useCan();
  const { external } = useCurrentUser();
  const mayList = can("project-list");
  const projects = useEndpoint(listProjects, {}, { staleTime: cacheMs, enabled: mayList, ...showsProgress });
  useFollowProjects(projects.data?.data);
  const tasks = useEndpoint(myTasks, { query: { per_page: taskLimit } });
  const dashboard = useLayout();
  const [arranging, setArranging] = useState(false);
  const firstDay = projects.data?.data.length === 0 && tasks.data?.meta.total === 0;
  const contents: Record<PanelName, ReactNode> = {
    tasks: firstDay ? <FirstDay /> : <MyTasks query={tasks} />,
    requests: external ? null : <RequestsLater />,
    onboarding: external ? null : <MyOnboarding />,
    lately: firstDay ? null : <Lately projects={projects.data?.data} />,
    bookings: can("reservation-list") ? <NextBookings /> : null,
    projects: mayList && !firstDay ? <MyProjects query={projects} /> : null,
    unread: <UnreadPanel />,
    news: <NewsPanel />,
    celebrations: <CelebrationsPanel />,
    away: <AwayPanel />,
    plan: <PlanPanel />,
  };
  const shown = new Set(panels.filter((name) => contents[name] !== null));
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
          {column(dashboard.layout.main)}
          {column(dashboard.layout.side)}
        </div>
      )}
      {arranging && <Arrange dashboard={dashboard} shown={shown} onClose={() => setArranging(false)} />}
    </>
  );
}

/** The date, and what of one's own is pressing. */
function Head({ tasks, onArrange }: { tasks: Parameters<typeof dueCounts>[0] | undefined; onArrange(): void }) {
  const text = useText();
  const { day } = useFormat();
  const today = useToday();
  const { overdue, week } = dueCounts(tasks ?? [], today);
  const parts = [
    overdue > 0 ? text("dashboard.overdue", { count: overdue }) : null,
    week > 0 ? text("dashboard.dueThisWeek", { count: week }) : null,
  ].filter((part) => part !== null);
  const sub = parts.length === 2 ? text("dashboard.both", { first: parts[0], second: parts[1] }) : parts[0];
  return (
    <PageHead title={day(today, "long")} sub={tasks && (sub ?? text("dashboard.nothingDue"))}>
      <Button
        variant="default"
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
        drawing={<ProjectsDrawing />}
        title={text("dashboard.firstDay")}
        text={text(may ? "dashboard.firstDay.create" : "dashboard.firstDay.wait")}
        action={
          may && (
            <Button
              component={Link}
              to={paths.projectCreate}
              variant="filled"
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            >
              {text("projects.new")}
            </Button>
          )
        }
      />
    </Panel>
  );
}
