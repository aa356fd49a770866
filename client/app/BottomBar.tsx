import { UnstyledButton } from "@mantine/core";
import { IconHome, IconInbox, IconLayoutKanban, IconLayoutGrid, IconMenu2 } from "@tabler/icons-react";
import { NavLink } from "react-router-dom";
import { families, requestFamilies } from "../../shared/requests/families";
import { useHasInbox, useWaitingCount } from "../inbox/useWaitingCount";
import { useFormat, useText } from "../platform/intl/useText";
import { useCan, useHasFeature } from "../platform/session";
import { paths } from "../platform/paths";
import { clientFamilies } from "../requests/families";
import { useRecentProjects } from "./recent-projects";
import classes from "./BottomBar.module.css";

interface BottomBarProps {
  menuOpen: boolean;
  onMenu: () => void;
}

const icon = { size: 20, stroke: 1.75, "aria-hidden": true } as const;

const underTheThumb = requestFamilies.flatMap((code) => {
  const { menu, routes } = clientFamilies[code];
  return menu?.onPhones ? [{ code, to: routes[0].path, label: menu.label, Icon: menu.icon }] : [];
});

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
      {underTheThumb.map(({ code, to, label, Icon }) => {
        const { feature, permissions } = families[code];
        if (!can(permissions.list) || !hasFeature(feature)) return null;
        return (
          <NavLink key={code} to={to} className={classes.item}>
            <Icon {...icon} />
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
