import { UnstyledButton } from "@mantine/core";
import { IconCalendarOff, IconHome, IconInbox, IconLayoutKanban, IconLayoutGrid, IconMenu2 } from "@tabler/icons-react";
import { NavLink } from "react-router-dom";
import { useHasInbox, useWaitingCount } from "../inbox/useWaitingCount";
import { useFormat, useText } from "../platform/intl/useText";
import { useCan, useHasFeature } from "../platform/session";
import { paths } from "../platform/paths";
import { useRecentProjects } from "./recent-projects";
import classes from "./BottomBar.module.css";

interface BottomBarProps {
  menuOpen: boolean;
  onMenu: () => void;
}

const icon = { size: 20, stroke: 1.75, "aria-hidden": true } as const;

/** Phones: the screens one goes to and fro between under the thumb, everything else behind Menu; the bell is at the top. */
export function BottomBar({ menuOpen, onMenu }: BottomBarProps) {
  const text = useText();
  const { number } = useFormat();
  const can = useCan();
  const board = useRecentProjects()[0];
  const waiting = useWaitingCount();
  const hasInbox = useHasInbox();
  const hasFeature = useHasFeature();
  return (
    <nav className={classes.bar} aria-label={text("menu.main")}>
      <NavLink to={paths.dashboard} className={classes.item}>
        <IconHome {...icon} />
        {text("menu.home")}
      </NavLink>
      {board && (
        <NavLink to={paths.board(board.id)} className={classes.item}>
          <IconLayoutKanban {...icon} />
          {text("menu.board")}
        </NavLink>
      )}
      {hasInbox && (
        <NavLink to={paths.inbox} className={classes.item}>
          <IconInbox {...icon} />
          {text("menu.inbox")}
          {waiting > 0 && (
            <span className={classes.count}>
              <span className="sr-only">{text("menu.inboxWaiting", { count: waiting })}</span>
              <span aria-hidden>{waiting > 100 ? text("ui.moreThan", { count: number(100) }) : number(waiting)}</span>
            </span>
          )}
        </NavLink>
      )}
      {!hasInbox && can("project-list") && (
        <NavLink to={paths.projects} end className={classes.item}>
          <IconLayoutGrid {...icon} />
          {text("menu.projects")}
        </NavLink>
      )}
      {can("leave-request-list") && hasFeature("leave_management") && (
        <NavLink to={paths.leaves} className={classes.item}>
          <IconCalendarOff {...icon} />
          {text("menu.leave")}
        </NavLink>
      )}
      <UnstyledButton className={classes.item} onClick={onMenu} aria-expanded={menuOpen}>
        <IconMenu2 {...icon} />
        {text("menu.menu")}
      </UnstyledButton>
    </nav>
  );
}
