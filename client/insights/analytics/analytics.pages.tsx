import { NavLink, useParams } from "react-router-dom";
import { useText } from "../../platform/intl/useText";
import { ProjectTabs } from "../../work/projects/ProjectTabs";
import { PageHead } from "../../ui/PageHead";
import { ProjectAnalyticsView } from "./ProjectAnalyticsView";
import { DepartmentAnalyticsView } from "./DepartmentAnalyticsView";
import { ProjectChoice } from "./ProjectChoice";
import { TaskAnalyticsView, TaskChoice } from "./TaskAnalyticsView";
import { UserAnalyticsView, UserChoice } from "./UserAnalyticsView";
import type { Permission } from "../../../shared/kernel/access";
import type { MessageId } from "../../platform/intl/catalogues";
import { paths } from "../../platform/paths";
import { useCan } from "../../platform/session";
import { PageTabs } from "../../ui/PageTabs";

/** `/analytics/project` lists projects; with an id, it shows the figures of that project. */
export function ProjectAnalyticsPage() {
  const text = useText();
  const id = useParams().id;
  if (id === undefined) {
    return (
      <>
        <PageHead title={text("analytics.title")} tabs={<AnalyticsTabs />} />
        <ProjectChoice />
      </>
    );
  }
  return (
    <ProjectAnalyticsView
      key={id}
      projectId={Number(id)}
      title={text("analytics.title")}
      tabs={<AnalyticsTabs />}
      choose
    />
  );
}

export function ProjectAnalyticsTab() {
  const id = Number(useParams().id);
  return <ProjectAnalyticsView key={id} projectId={id} title={null} tabs={<ProjectTabs projectId={id} />} />;
}

/** `/analytics/task` lists the tasks that have been in progress longest; with an id, it shows the figures of that task. */
export function TaskAnalyticsPage() {
  const text = useText();
  const id = useParams().id;
  return (
    <>
      <PageHead title={text("analytics.title")} tabs={<AnalyticsTabs />} />
      {id === undefined ? <TaskChoice /> : <TaskAnalyticsView key={id} id={Number(id)} />}
    </>
  );
}

/** `/analytics/user` lists users whose figures the viewer may see; with an id, it shows that user's figures. */
export function UserAnalyticsPage() {
  const text = useText();
  const id = useParams().id;
  return (
    <>
      <PageHead title={text("analytics.title")} tabs={<AnalyticsTabs />} />
      {id === undefined ? <UserChoice /> : <UserAnalyticsView key={id} id={Number(id)} />}
    </>
  );
}

export function DepartmentAnalyticsPage() {
  const text = useText();
  return (
    <>
      <PageHead title={text("analytics.title")} tabs={<AnalyticsTabs />} />
      <DepartmentAnalyticsView />
    </>
  );
}

const views: readonly { label: MessageId; to: string; permission?: Permission }[] = [
  // Users may always see their own figures, so this view needs no permission.
  { label: "analytics.view.user", to: paths.analyticsUser() },
  { label: "analytics.view.task", to: paths.analyticsTask(), permission: "analytics-task-list" },
  { label: "analytics.view.project", to: paths.analyticsProject(), permission: "analytics-project-list" },
  { label: "analytics.view.department", to: paths.analyticsDepartment, permission: "analytics-department-list" },
];

function AnalyticsTabs() {
  const text = useText();
  const can = useCan();
  return (
    <PageTabs label={text("analytics.views")}>
      {views
        .filter(({ permission }) => permission === undefined || can(permission))
        .map(({ label, to }) => (
          <NavLink key={to} to={to}>
            {text(label)}
          </NavLink>
        ))}
    </PageTabs>
  );
}
