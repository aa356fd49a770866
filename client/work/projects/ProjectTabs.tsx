import { Box, Button, Menu } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { Suspense } from "react";
import { Link, type To, useLocation, useNavigate } from "react-router-dom";
import { paths } from "../../platform/paths";
import type { MessageId } from "../../platform/intl/catalogues";
import { useText } from "../../platform/intl/useText";
import { useCan, useHasFeature } from "../../platform/session";
import { PageTabs } from "../../ui/PageTabs";
import classes from "./ProjectView.module.css";
import { taskViews } from "./projects.slots";

interface View {
  name: MessageId;
  pathname: string;
  to: To;
  isLayout: boolean;
}

const isInView = (search: string): boolean => new URLSearchParams(search).has("view");

/** Switching between board, list, timeline and calendar keeps the filter and the open task. */
function useViews(projectId: number): View[] {
  const { pathname, search } = useLocation();
  const shared: [MessageId, string][] = [
    ["board.view.board", paths.board(projectId)],
    ["board.view.list", paths.taskList(projectId)],
    ["board.view.timeline", paths.projectTimeline(projectId)],
    ["board.view.calendar", paths.projectCalendar(projectId)],
  ];
  // Another layout keeps the filters in the URL, unless they belong to a saved view.
  const along = shared.some(([, path]) => path === pathname) && !isInView(search) ? search : "";
  const can = useCan();
  const has = useHasFeature();
  const analytics = can("analytics-project-list") && has("analytics");
  const others: [MessageId, string][] = [
    ["board.view.overview", paths.projectView(projectId)],
    ...(analytics ? [["board.view.analytics", paths.projectAnalytics(projectId)] as [MessageId, string]] : []),
    ["board.view.archive", paths.archivedTasks(projectId)],
  ];
  return [
    ...shared.map(([name, path]) => ({ name, pathname: path, to: { pathname: path, search: along }, isLayout: true })),
    ...others.map(([name, path]) => ({ name, pathname: path, to: path, isLayout: false })),
  ];
}

export function ProjectTabs({ projectId }: { projectId: number }) {
  const text = useText();
  const views = useViews(projectId);
  const { pathname, search } = useLocation();
  const inView = isInView(search);
  const tab = ({ name, to, pathname: path, isLayout }: View) => {
    const isCurrent = path === pathname && !(isLayout && inView);
    return (
      <Link key={name} to={to} aria-current={isCurrent ? "page" : undefined}>
        {text(name)}
      </Link>
    );
  };
  return (
    <>
      <Box visibleFrom="sm" className={classes.tabs}>
        <PageTabs label={text("board.views")}>
          {views.filter(({ isLayout }) => isLayout).map(tab)}
          <Suspense>
            {taskViews.entries.map(({ Tabs }, at) => (
              <Tabs key={at} projectId={projectId} />
            ))}
          </Suspense>
          {views.filter(({ isLayout }) => !isLayout).map(tab)}
        </PageTabs>
      </Box>
      <ViewMenu views={views} />
      <Suspense>
        {taskViews.entries.map(({ Bar }, at) => (
          <Bar key={at} projectId={projectId} />
        ))}
      </Suspense>
    </>
  );
}

function ViewMenu({ views }: { views: readonly View[] }) {
  const text = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const present = views.find((view) => view.pathname === pathname);
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className={classes.views}
          hiddenFrom="sm"
          rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
        >
          <span className="sr-only">{text("board.views")}: </span>
          {present && text(present.name)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {views.map((view) => (
          <Menu.Item
            key={view.name}
            aria-current={view === present ? "page" : undefined}
            rightSection={view === present && <IconCheck size={16} stroke={1.75} aria-hidden />}
            onClick={() => void navigate(view.to)}
          >
            {text(view.name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
