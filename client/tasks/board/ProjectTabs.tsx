import { Button, Menu } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { NavLink, type To, useLocation, useNavigate } from "react-router-dom";
import { paths } from "../../platform/paths";
import type { MessageId } from "../../platform/intl/catalogues";
import { useText } from "../../platform/intl/useText";
import { useCan, useHasFeature } from "../../platform/session";
import { PageTabs } from "../../ui/PageTabs";
import classes from "./Board.module.css";

interface View {
  name: MessageId;
  pathname: string;
  to: To;
}

/** Board, list and timeline show the same tasks: filter and open task go along from one to the other. */
function useViews(projectId: number): View[] {
  const { pathname, search } = useLocation();
  const shared: [MessageId, string][] = [
    ["board.view.board", paths.board(projectId)],
    ["board.view.list", paths.taskList(projectId)],
    ["board.view.timeline", paths.projectTimeline(projectId)],
  ];
  const along = shared.some(([, path]) => path === pathname) ? search : "";
  const can = useCan();
  const has = useHasFeature();
  const analytics = can("analytics-project-list") && has("analytics");
  const others: [MessageId, string][] = [
    ["board.view.overview", paths.projectView(projectId)],
    ...(analytics ? [["board.view.analytics", paths.projectAnalytics(projectId)] as [MessageId, string]] : []),
    ["board.view.archive", paths.archivedTasks(projectId)],
  ];
  return [
    ...shared.map(([name, path]) => ({ name, pathname: path, to: { pathname: path, search: along } })),
    ...others.map(([name, path]) => ({ name, pathname: path, to: path })),
  ];
}

/** The views of a project that exist: tabs beside the title, on a phone a menu in their place. */
export function ProjectTabs({ projectId }: { projectId: number }) {
  const text = useText();
  const views = useViews(projectId);
  return (
    <>
      <div className={classes.onlyWide}>
        <PageTabs label={text("board.views")}>
          {views.map(({ name, to }) => (
            <NavLink key={name} to={to} end>
              {text(name)}
            </NavLink>
          ))}
        </PageTabs>
      </div>
      <ViewMenu views={views} />
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
          className={`${classes.views} ${classes.onlyNarrow}`}
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
