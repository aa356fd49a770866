export const dashboardPanels = [
  "tasks",
  "requests",
  "onboarding",
  "continue",
  "lately",
  "bookings",
  "week",
  "projects",
  "unread",
  "news",
  "celebrations",
  "away",
  "plan",
] as const;
export type PanelName = (typeof dashboardPanels)[number];

export interface DashboardLayout {
  main: PanelName[];
  side: PanelName[];
  hidden: PanelName[];
}

/** Facts that determine the default layout. Panels that the user may not see aren't shown, wherever they are listed. */
export interface DashboardRole {
  /** Approves requests. */
  decides: boolean;
  /** Pays approved requests. */
  pays: boolean;
  /** Manages employees. */
  people: boolean;
  /** Administers the organization and its plan. */
  administers: boolean;
  /** Works for a client or supplier. */
  external: boolean;
}

/** Returns the default layout: first what the user must act on, then the user's own day, then reading. */
export function layoutFor({ decides, pays, people, administers, external }: DashboardRole): DashboardLayout {
  const main: PanelName[] =
    decides || pays
      ? ["requests", "tasks", "onboarding", "continue", "lately"]
      : ["tasks", "requests", "onboarding", "continue", "lately"];
  const reading: PanelName[] = ["unread", "news", "projects", "celebrations"];
  const own: PanelName[] = ["bookings", "week"];
  if (external)
    return { main, side: ["projects", "unread", ...own, "away", "news", "celebrations", "plan"], hidden: [] };
  if (administers) return { main, side: [...own, "plan", "away", ...reading], hidden: [] };
  if (people) return { main, side: ["away", ...own, "celebrations", "unread", "news", "projects", "plan"], hidden: [] };
  return { main, side: [...own, "away", ...reading, "plan"], hidden: [] };
}

/** Normalizes a stored layout to contain each panel once; missing panels are appended to their default column. */
export function addMissingPanels(storedLayout: DashboardLayout, usual: DashboardLayout): DashboardLayout {
  const placed = new Set<PanelName>();
  const once = (names: readonly PanelName[]) =>
    names.filter((name) => dashboardPanels.includes(name) && !placed.has(name) && placed.add(name));
  const [main, side, hidden] = [once(storedLayout.main), once(storedLayout.side), once(storedLayout.hidden)];
  return {
    main: [...main, ...once(usual.main)],
    side: [...side, ...once(usual.side)],
    hidden,
  };
}

/** Swaps a panel with its neighbor among the panels in `visiblePanels`. */
export function movePanel(
  layout: DashboardLayout,
  name: PanelName,
  by: -1 | 1,
  visiblePanels: ReadonlySet<PanelName>,
): DashboardLayout {
  const move = (column: readonly PanelName[]) => {
    const visible = column.filter((one) => visiblePanels.has(one));
    const at = visible.indexOf(name);
    const neighbour = at < 0 ? undefined : visible[at + by];
    if (neighbour === undefined) return [...column];
    return column.with(column.indexOf(name), neighbour).with(column.indexOf(neighbour), name);
  };
  return { ...layout, main: move(layout.main), side: move(layout.side) };
}

export function placePanel(
  layout: DashboardLayout,
  name: PanelName,
  column: "main" | "side",
  before: PanelName | null,
): DashboardLayout {
  if (name === before) return layout;
  const without = (names: readonly PanelName[]) => names.filter((one) => one !== name);
  const next = { main: without(layout.main), side: without(layout.side), hidden: without(layout.hidden) };
  const at = before === null ? next[column].length : next[column].indexOf(before);
  next[column].splice(at < 0 ? next[column].length : at, 0, name);
  return next;
}

export function togglePanel(layout: DashboardLayout, name: PanelName, usual: DashboardLayout): DashboardLayout {
  if (layout.hidden.includes(name)) return placePanel(layout, name, usual.main.includes(name) ? "main" : "side", null);
  const without = (names: readonly PanelName[]) => names.filter((one) => one !== name);
  return { main: without(layout.main), side: without(layout.side), hidden: [...layout.hidden, name] };
}
