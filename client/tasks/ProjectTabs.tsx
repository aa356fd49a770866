import { NavLink, useLocation } from "react-router-dom";
import { paths } from "../app/paths";
import { useText } from "../platform/intl/useText";
import classes from "./Board.module.css";
import { useBoardScope } from "./useBoard";

/** The views of a project that exist. */
export function ProjectTabs({ projectId }: { projectId: number }) {
  const text = useText();
  return (
    <nav className={`${classes.tabs} ${classes.onlyWide}`} aria-label={text("board.views")}>
      <ViewLinks projectId={projectId} />
      <NavLink to={paths.projectView(projectId)} end>
        {text("board.view.overview")}
      </NavLink>
      <NavLink to={paths.archivedTasks(projectId)} end>
        {text("board.view.archive")}
      </NavLink>
    </nav>
  );
}

/** Board, list and timeline show the same tasks: filter and open task go along from one to the other. */
function ViewLinks({ projectId }: { projectId: number }) {
  const text = useText();
  const { pathname, search } = useLocation();
  const board = paths.board(projectId);
  const list = paths.taskList(projectId);
  const timeline = paths.projectTimeline(projectId);
  const along = [board, list, timeline].includes(pathname) ? search : "";
  return (
    <>
      <NavLink to={{ pathname: board, search: along }} end>
        {text("board.view.board")}
      </NavLink>
      <NavLink to={{ pathname: list, search: along }} end>
        {text("board.view.list")}
      </NavLink>
      <NavLink to={{ pathname: timeline, search: along }} end>
        {text("board.view.timeline")}
      </NavLink>
    </>
  );
}

/** On a phone the tabs have no room beside the title; they follow the filters. */
export function ProjectLinks() {
  const text = useText();
  const { projectId } = useBoardScope();
  return (
    <nav className={`${classes.tabs} ${classes.onlyNarrow}`} aria-label={text("board.views")}>
      <ViewLinks projectId={projectId} />
      <NavLink to={paths.projectView(projectId)}>{text("board.view.overview")}</NavLink>
      <NavLink to={paths.archivedTasks(projectId)}>{text("board.view.archive")}</NavLink>
    </nav>
  );
}
