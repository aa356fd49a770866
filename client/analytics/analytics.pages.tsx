import { useParams } from "react-router-dom";
import { useText } from "../platform/intl/useText";
import { ProjectTabs } from "../tasks/board/ProjectTabs";
import { PageHead } from "../ui/PageHead";
import { AnalyticsTabs } from "./AnalyticsTabs";
import { ProjectAnalyticsView } from "./ProjectAnalyticsView";
import { DepartmentAnalyticsView } from "./DepartmentAnalyticsView";
import { ProjectChoice } from "./ProjectChoice";
import { TaskAnalyticsView, TaskChoice } from "./TaskAnalyticsView";
import { UserAnalyticsView, UserChoice } from "./UserAnalyticsView";

/** `/analytics/project`: which projects there are; with an id, how work flows through that one. */
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

/** The same among the views of the project. */
export function ProjectAnalyticsTab() {
  const id = Number(useParams().id);
  return <ProjectAnalyticsView key={id} projectId={id} title={null} tabs={<ProjectTabs projectId={id} />} />;
}

/** `/analytics/task`: what has been in progress for longest; with an id, where the time of that one went. */
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

/** `/analytics/user`: whose figures one may see; with an id, those of that person. */
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

/** `/analytics/department`: a department, or the organisation. */
export function DepartmentAnalyticsPage() {
  const text = useText();
  return (
    <>
      <PageHead title={text("analytics.title")} tabs={<AnalyticsTabs />} />
      <DepartmentAnalyticsView />
    </>
  );
}
