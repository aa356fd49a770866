import { ActionIcon, Tooltip, UnstyledButton } from "@mantine/core";
import { IconChevronRight, IconExternalLink, IconLayoutSidebarLeftCollapse } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Link, NavLink, useLocation } from "react-router-dom";
import { useHasInbox, useWaitingCount } from "../inbox/useWaitingCount";
import { useFormat, useText } from "../platform/intl/useText";
import { useCan, useCurrentUser, useHasFeature } from "../platform/session";
import { askForPlan } from "../subscription/plan-dialog";
import { TenantLogo } from "../ui/signs/TenantLogo";
import { toneColor } from "../ui/signs/tones";
import { Mark } from "../ui/signs/Mark";
import { isGroup, type MenuGroup, type MenuItem, menu, visibleMenu } from "./menu";
import { paths } from "../platform/paths";
import { useRecentProjects } from "./recent-projects";
import { toggleSidebar } from "./sidebar";
import classes from "./SideMenu.module.css";

interface SideMenuProps {
  collapsed: boolean;
  inDrawer?: boolean;
  onDone?: () => void;
}

export function SideMenu({ collapsed, inDrawer = false, onDone }: SideMenuProps) {
  const text = useText();
  const hasInbox = useHasInbox();
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const recent = useRecentProjects();
  // A menu longer than the screen shows where one is; the projects, which come later, push what is below them down.
  const place = `${pathname} ${recent.length}`;
  useEffect(() => {
    if (place) bringIntoSight(nav.current, nav.current?.querySelector("[aria-current=page]"));
  }, [place]);
  const clusters = visibleMenu(menu, useCan()).map((entries) =>
    entries.filter((entry) => hasInbox || isGroup(entry) || entry.to !== paths.inbox),
  );
  return (
    <aside className={classes.side} data-collapsed={collapsed || undefined} aria-label={text("menu.main")}>
      <div className={classes.head}>
        <Link to={paths.dashboard} className={classes.logo} aria-label={text("menu.toDashboard")}>
          <Mark />
          {!collapsed && <span className="clip">{text("app.name")}</span>}
        </Link>
        {!inDrawer && !collapsed && <SidebarToggle />}
      </div>
      <nav ref={nav} className={classes.nav} aria-label={text("menu.main")}>
        {clusters.map((entries) => (
          <ul key={entries[0]?.label}>
            {entries.map((entry) =>
              isGroup(entry) ? (
                <Group key={entry.label} group={entry} collapsed={collapsed} onDone={onDone} />
              ) : (
                <li key={entry.label}>
                  <Item item={entry} collapsed={collapsed} onDone={onDone} />
                  {entry.to === paths.projects && !collapsed && <RecentProjects projects={recent} />}
                </li>
              ),
            )}
          </ul>
        ))}
      </nav>
      <Foot collapsed={collapsed} />
    </aside>
  );
}

/** What stays beside an entry that is brought into sight: its neighbours. */
const neighbours = 64;

/** By hand: after `scrollIntoView` the next Tab would go on from there, and not from the link that skips the menu. */
function bringIntoSight(nav: HTMLElement | null, entry: Element | null | undefined): void {
  if (!nav || !entry) return;
  const [around, place] = [nav.getBoundingClientRect(), entry.getBoundingClientRect()];
  nav.scrollTop += Math.max(0, place.bottom + neighbours - around.bottom);
  nav.scrollTop -= Math.max(0, around.top + neighbours - place.top);
}

export function SidebarToggle() {
  const text = useText();
  return (
    <ActionIcon size={28} className={classes.toggle} onClick={toggleSidebar} aria-label={text("menu.toggle")}>
      <IconLayoutSidebarLeftCollapse size={16} stroke={1.75} className="flip" />
    </ActionIcon>
  );
}

interface ItemProps {
  item: MenuItem;
  collapsed: boolean;
  child?: boolean;
  onDone?: () => void;
}

/** Other entries stand below them: a project's, and those of buildings and equipment under rooms. */
const onTheirOwn: readonly string[] = [paths.projects, paths.rooms];

function Item({ item, collapsed, child = false, onDone }: ItemProps) {
  const text = useText();
  const hasFeature = useHasFeature();
  const { pathname } = useLocation();
  const label = text(item.label);
  const Icon = item.icon;
  // A list's entry stands for its records as well: `/leaves/list` for `/leaves/view/7`.
  const stands =
    (item.to.endsWith("/list") && pathname.startsWith(item.to.slice(0, -"list".length))) ||
    (item.to === paths.employees && pathname.startsWith("/employee/"));
  const content = (
    <>
      {Icon && <Icon size={16} stroke={1.75} aria-hidden />}
      <span className={collapsed ? "sr-only" : "clip"}>{label}</span>
      {item.to === paths.inbox && <Waiting collapsed={collapsed} />}
    </>
  );
  const locked = item.feature !== undefined && !hasFeature(item.feature);
  const link = { to: item.to, className: classes.row, "data-child": child || undefined, onClick: onDone };
  return (
    <Hint label={label} when={collapsed}>
      {locked ? (
        <UnstyledButton
          className={classes.row}
          data-child={child || undefined}
          onClick={() => askForPlan(item.feature)}
        >
          {content}
        </UnstyledButton>
      ) : stands ? (
        <Link {...link} aria-current="page">
          {content}
        </Link>
      ) : (
        <NavLink {...link} end={onTheirOwn.includes(item.to)}>
          {content}
        </NavLink>
      )}
    </Hint>
  );
}

/** How many requests wait; on the rail a dot says that there are any. */
function Waiting({ collapsed }: { collapsed: boolean }) {
  const text = useText();
  const { number } = useFormat();
  const waiting = useWaitingCount();
  if (waiting === 0) return null;
  return (
    <span className={classes.waiting} data-dot={collapsed || undefined}>
      <span className="sr-only">{text("menu.inboxWaiting", { count: waiting })}</span>
      <span aria-hidden>{!collapsed && number(waiting)}</span>
    </span>
  );
}

/** Unfolds in place; open where one is. */
function Group({ group, collapsed, onDone }: { group: MenuGroup; collapsed: boolean; onDone?: () => void }) {
  const text = useText();
  const listId = useId();
  const { pathname } = useLocation();
  const inside = group.items.some((item) => pathname === item.to || pathname.startsWith(`${item.to}/`));
  const [toggled, setToggled] = useState<boolean | null>(null);
  const open = toggled ?? inside;
  const label = text(group.label);
  return (
    <li>
      <Hint label={label} when={collapsed}>
        <UnstyledButton
          className={classes.row}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setToggled(!open)}
        >
          <group.icon size={16} stroke={1.75} aria-hidden />
          <span className={collapsed ? "sr-only" : "clip"}>{label}</span>
          {!collapsed && (
            <IconChevronRight
              size={14}
              stroke={1.75}
              className={`${classes.chevron} flip`}
              data-open={open || undefined}
              aria-hidden
            />
          )}
        </UnstyledButton>
      </Hint>
      {open && (
        <ul id={listId}>
          {group.items.map((item) => (
            <li key={item.label}>
              <Item item={item} collapsed={collapsed} child onDone={onDone} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function RecentProjects({ projects }: { projects: ReturnType<typeof useRecentProjects> }) {
  const text = useText();
  if (projects.length === 0) return null;
  return (
    <ul aria-label={text("menu.recentProjects")}>
      {projects.map((project) => (
        <li key={project.id}>
          <NavLink to={paths.board(project.id)} className={classes.row} data-child>
            {/* The menu is dark in both themes, so its dots are those of the dark one. */}
            <i data-mantine-color-scheme="dark" style={{ background: toneColor(project.color) }} aria-hidden />
            <bdi className="clip">{project.title}</bdi>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

function Foot({ collapsed }: { collapsed: boolean }) {
  const text = useText();
  const { tenant } = useCurrentUser();
  const content = (
    <>
      <TenantLogo name={tenant.name} logo={tenant.logo} />
      <bdi className={collapsed ? "sr-only" : `${classes.tenant} clip`}>{tenant.name}</bdi>
    </>
  );
  return (
    <div className={classes.foot}>
      {tenant.website ? (
        <Hint label={tenant.name} when={collapsed}>
          <a className={classes.row} href={tenant.website} target="_blank" rel="noopener noreferrer">
            {content}
            {!collapsed && <IconExternalLink size={14} stroke={1.75} aria-hidden />}
            <span className="sr-only">{text("ui.newTab")}</span>
          </a>
        </Hint>
      ) : (
        <span className={classes.row}>{content}</span>
      )}
    </div>
  );
}

/** On the rail the name of an item is a tooltip. */
function Hint({ label, when, children }: { label: string; when: boolean; children: ReactNode }) {
  return (
    <Tooltip label={label} disabled={!when} position="right" openDelay={0}>
      {children as never}
    </Tooltip>
  );
}
