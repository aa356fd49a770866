import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { listProjects } from "../../shared/projects/projects.contract";
import { myTasks } from "../../shared/tasks/tasks.contract";
import { paths } from "../platform/paths";
import { useFormat, useText } from "../platform/intl/useText";
import { cacheMs, showsProgress, useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { useFollowProjects } from "../projects/useFollowProjects";
import { ProjectsDrawing } from "../projects/ProjectsDrawing";
import { useToday } from "../platform/today";
import { EmptyState } from "../ui/states/EmptyState";
import { PageHead } from "../ui/PageHead";
import { Panel } from "../ui/Panel";
import { Lately } from "./Lately";
import { MyProjects } from "./MyProjects";
import { MyTasks } from "./MyTasks";
import { dueCounts } from "./my-tasks";
import { UnreadPanel } from "./UnreadPanel";
import classes from "./dashboard.module.css";

/** How many of one's tasks are asked for: the most urgent. The rest is behind "show all" on the boards. */
const taskLimit = 100;

/** What is one's own to do, what others did, how one's projects stand. */
export function DashboardPage() {
  const can = useCan();
  const mayList = can("project-list");
  const projects = useEndpoint(listProjects, {}, { staleTime: cacheMs, enabled: mayList, ...showsProgress });
  useFollowProjects(projects.data?.data);
  const tasks = useEndpoint(myTasks, { query: { per_page: taskLimit } });
  const firstDay = projects.data?.data.length === 0 && tasks.data?.meta.total === 0;
  return (
    <>
      <Head tasks={tasks.data?.data} />
      {firstDay ? (
        <div className={classes.columns}>
          <div className={classes.column}>
            <FirstDay />
          </div>
          <div className={classes.column}>
            <UnreadPanel />
          </div>
        </div>
      ) : (
        <div className={classes.columns}>
          <div className={classes.column}>
            <MyTasks query={tasks} />
            <Lately projects={projects.data?.data} />
          </div>
          <div className={classes.column}>
            {mayList && <MyProjects query={projects} />}
            <UnreadPanel />
          </div>
        </div>
      )}
    </>
  );
}

/** The date, and what of one's own is pressing. */
function Head({ tasks }: { tasks: Parameters<typeof dueCounts>[0] | undefined }) {
  const text = useText();
  const { day } = useFormat();
  const today = useToday();
  const { overdue, week } = dueCounts(tasks ?? [], today);
  const parts = [
    overdue > 0 ? text("dashboard.overdue", { count: overdue }) : null,
    week > 0 ? text("dashboard.dueThisWeek", { count: week }) : null,
  ].filter((part) => part !== null);
  const sub = parts.length === 2 ? text("dashboard.both", { first: parts[0], second: parts[1] }) : parts[0];
  return <PageHead title={day(today, "long")} sub={tasks && (sub ?? text("dashboard.nothingDue"))} />;
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
