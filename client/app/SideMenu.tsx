import { ActionIcon, Menu, Tooltip, UnstyledButton } from "@mantine/core";
import { IconChevronRight, IconExternalLink, IconLayoutSidebarLeftCollapse } from "@tabler/icons-react";
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import { Link, NavLink, useLocation } from "react-router-dom";
import { useHasInbox, useWaitingCount } from "../approvals/inbox/useWaitingCount";
import { useFormat, useText } from "../platform/intl/useText";
import { useCan, useCurrentUser, useHasFeature } from "../platform/session";
import { openPlanDialog } from "../billing/subscription/plan-dialog";
import { TenantLogo } from "../ui/signs/TenantLogo";
import { toneColor } from "../ui/signs/tones";
import { BrandMark } from "../ui/signs/BrandMark";
import { isMenuGroup, type MenuEntry, type MenuItem, menuOf } from "../platform/feature/menu";
import { features } from "./features";
import { paths } from "../platform/paths";
import { lazyScreenPart } from "../ui/states/chunks";
import { useRecentProjects } from "../work/projects/recent-projects";
import { toggleSidebar } from "./sidebar";
import classes from "./SideMenu.module.css";

const menuItems = features.flatMap(({ menu = [] }) => menu);

const FavoriteViews = lazyScreenPart(async () => (await import("../work/views/FavoriteViews")).FavoriteViews);

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
  // Scrolls the current entry of a long menu into view, and again when the recent projects load and shift the entries below.
  const place = `${pathname} ${recent.projects.length}`;
  useEffect(() => {
    if (place) scrollEntryIntoView(nav.current, nav.current?.querySelector("[aria-current=page]"));
  }, [place]);
  const clusters = menuOf(menuItems, useCan()).map((entries) =>
    entries.filter((entry) => hasInbox || isMenuGroup(entry) || entry.to !== paths.inbox),
  );
  return (
    <aside
      className={classes.side}
      data-no-paper
      data-collapsed={collapsed || undefined}
      aria-label={text("menu.main")}
    >
      <div className={classes.head}>
        <Link to={paths.dashboard} className={classes.logo} aria-label={text("menu.toDashboard")}>
          <BrandMark />
          {!collapsed && <span className="clip">{text("app.name")}</span>}
        </Link>
        {!inDrawer && !collapsed && <SidebarToggle onToggle={toggleSidebar} />}
      </div>
      <nav ref={nav} className={classes.nav} aria-label={text("menu.main")}>
        {clusters.map((entries) => (
          <ul key={entries[0]?.label}>
            {entries.map((entry) =>
              isMenuGroup(entry) ? (
                <Group key={entry.label} group={entry} collapsed={collapsed} onDone={onDone} />
              ) : (
                <li key={entry.label}>
                  <Item item={entry} collapsed={collapsed} onDone={onDone} />
                  {entry.to === paths.projects && !collapsed && (
                    <>
                      <RecentProjects {...recent} />
                      <Suspense>
                        <FavoriteViews rowClass={classes.row} />
                      </Suspense>
                    </>
                  )}
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

/** Margin in pixels that keeps the neighboring entries visible too. */
const neighbours = 64;

/** Scrolls manually: after `scrollIntoView` the next Tab would start from the entry instead of the skip link. */
function scrollEntryIntoView(nav: HTMLElement | null, entry: Element | null | undefined): void {
  if (!nav || !entry) return;
  const [navBox, entryBox] = [nav.getBoundingClientRect(), entry.getBoundingClientRect()];
  nav.scrollTop += Math.max(0, entryBox.bottom + neighbours - navBox.bottom);
  nav.scrollTop -= Math.max(0, navBox.top + neighbours - entryBox.top);
}

export function SidebarToggle({ onToggle }: { onToggle: () => void }) {
  const text = useText();
  return (
    <ActionIcon size={28} className={classes.toggle} onClick={onToggle} aria-label={text("menu.toggle")}>
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

/**
 * Entries that are active only at their exact path, because other entries are nested below it: a project below the project list, buildings
 * and equipment below rooms.
 */
const exactPaths: readonly string[] = [paths.projects, paths.rooms];

function Item({ item, collapsed, child = false, onDone }: ItemProps) {
  const text = useText();
  const hasFeature = useHasFeature();
  const { pathname } = useLocation();
  const label = text(item.label);
  const Icon = item.icon;
  // A list's entry is also active for its records: `/leaves/list` for `/leaves/view/7`.
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
          onClick={() => openPlanDialog(item.feature)}
        >
          {content}
        </UnstyledButton>
      ) : stands ? (
        <Link {...link} aria-current="page">
          {content}
        </Link>
      ) : (
        <NavLink {...link} end={exactPaths.includes(item.to)}>
          {content}
        </NavLink>
      )}
    </Hint>
  );
}

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

/**
 * A group expands inline and starts open when it contains the current page. On the rail it opens a menu, because its entries have no icons.
 */
function Group({
  group,
  collapsed,
  onDone,
}: {
  group: Exclude<MenuEntry, MenuItem>;
  collapsed: boolean;
  onDone?: () => void;
}) {
  const text = useText();
  const listId = useId();
  const { pathname } = useLocation();
  const inside = group.items.some((item) => pathname === item.to || pathname.startsWith(`${item.to}/`));
  const [toggled, setToggled] = useState<boolean | null>(null);
  const open = toggled ?? inside;
  const label = text(group.label);
  if (collapsed) return <RailGroup group={group} inside={inside} />;
  return (
    <li>
      <UnstyledButton
        className={classes.row}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setToggled(!open)}
      >
        <group.icon size={16} stroke={1.75} aria-hidden />
        <span className="clip">{label}</span>
        <IconChevronRight
          size={14}
          stroke={1.75}
          className={`${classes.chevron} flip`}
          data-open={open || undefined}
          aria-hidden
        />
      </UnstyledButton>
      {open && (
        <ul id={listId}>
          {group.items.map((item) => (
            <li key={item.label}>
              <Item item={item} collapsed={false} child onDone={onDone} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function RailGroup({ group, inside }: { group: Exclude<MenuEntry, MenuItem>; inside: boolean }) {
  const text = useText();
  const hasFeature = useHasFeature();
  const label = text(group.label);
  return (
    <li>
      <Menu position="right-start">
        <Menu.Target>
          <UnstyledButton className={classes.row} data-inside={inside || undefined} aria-label={label} title={label}>
            <group.icon size={16} stroke={1.75} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{label}</Menu.Label>
          {group.items.map((item) =>
            item.feature !== undefined && !hasFeature(item.feature) ? (
              <Menu.Item key={item.label} onClick={() => openPlanDialog(item.feature)}>
                {text(item.label)}
              </Menu.Item>
            ) : (
              <Menu.Item key={item.label} component={NavLink} to={item.to} end={exactPaths.includes(item.to)}>
                {text(item.label)}
              </Menu.Item>
            ),
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

function RecentProjects({ projects, openId }: ReturnType<typeof useRecentProjects>) {
  const text = useText();
  if (projects.length === 0) return null;
  return (
    <ul aria-label={text("menu.recentProjects")}>
      {projects.map((project) => (
        <li key={project.id}>
          <Link
            to={paths.board(project.id)}
            className={classes.row}
            data-child
            aria-current={project.id === openId ? "page" : undefined}
          >
            {/* The menu is dark in both themes, so its dots use the dark palette. */}
            <i data-mantine-color-scheme="dark" style={{ background: toneColor(project.color) }} aria-hidden />
            <bdi className="clip">{project.title}</bdi>
          </Link>
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

function Hint({ label, when, children }: { label: string; when: boolean; children: ReactNode }) {
  return (
    <Tooltip label={label} disabled={!when} position="right" openDelay={0}>
      {children as never}
    </Tooltip>
  );
}
