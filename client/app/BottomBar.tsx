import { UnstyledButton } from "@mantine/core";
import { IconHome, IconInbox, IconLayoutKanban, IconLayoutGrid, IconMenu2 } from "@tabler/icons-react";
import { NavLink } from "react-router-dom";
import { useHasInbox, useWaitingCount } from "../approvals/inbox/useWaitingCount";
import { useFormat, useText } from "../platform/intl/useText";
import { useCan, useHasFeature } from "../platform/session";
import { paths } from "../platform/paths";
import { features } from "./features";
import { useRecentProjects } from "../work/projects/recent-projects";
import classes from "./BottomBar.module.css";

interface BottomBarProps {
  menuOpen: boolean;
  onMenu: () => void;
}

const icon = { size: 20, stroke: 1.75, "aria-hidden": true } as const;

const phoneItems = features.flatMap(({ menu = [] }) => menu.filter(({ onPhones }) => onPhones));

export function BottomBar({ menuOpen, onMenu }: BottomBarProps) {
  const text = useText();
  const { number } = useFormat();
  const can = useCan();
  const board = useRecentProjects().latest;
  const waiting = useWaitingCount();
  const hasInbox = useHasInbox();
  const hasFeature = useHasFeature();
  return (
    <nav className={classes.bar} data-no-paper aria-label={text("menu.main")}>
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
      {phoneItems.map(({ to, label, icon: Icon, permission, feature = null }) => {
        if ((permission && !can(permission)) || !hasFeature(feature)) return null;
        return (
          <NavLink key={to} to={to} className={classes.item}>
            {Icon && <Icon {...icon} />}
            {text(label)}
          </NavLink>
        );
      })}
      <UnstyledButton className={classes.item} onClick={onMenu} aria-expanded={menuOpen}>
        <IconMenu2 {...icon} />
        {text("menu.menu")}
      </UnstyledButton>
    </nav>
  );
}
