/** What a dashboard is made of. Which of them somebody sees depends on what they may see; the order, on them. */
export const panels = [
  "tasks",
  "requests",
  "onboarding",
  "lately",
  "bookings",
  "projects",
  "unread",
  "news",
  "celebrations",
  "away",
  "plan",
] as const;
export type PanelName = (typeof panels)[number];

export interface Layout {
  /** The wide column and the narrow one, from top to bottom. */
  main: PanelName[];
  side: PanelName[];
  hidden: PanelName[];
}

/** What stands where until somebody moves it: whoever decides for others begins with that, whoever looks after people with them. */
export function layoutFor({ decides, people }: { decides: boolean; people: boolean }): Layout {
  return {
    main: decides ? ["requests", "tasks", "onboarding", "lately"] : ["tasks", "requests", "onboarding", "lately"],
    side: people
      ? ["away", "celebrations", "bookings", "unread", "news", "projects", "plan"]
      : ["bookings", "projects", "unread", "news", "away", "celebrations", "plan"],
    hidden: [],
  };
}

/** Each panel once: what was kept before there was one more has it at the end of its column. */
export function completed(kept: Layout, usual: Layout): Layout {
  const seen = new Set<PanelName>();
  const once = (names: readonly PanelName[]) =>
    names.filter((name) => panels.includes(name) && !seen.has(name) && seen.add(name));
  const [main, side, hidden] = [once(kept.main), once(kept.side), once(kept.hidden)];
  return {
    main: [...main, ...once(usual.main)],
    side: [...side, ...once(usual.side)],
    hidden,
  };
}

/** One step up or down; past the end of a column, nothing. */
export function moved(layout: Layout, name: PanelName, by: -1 | 1): Layout {
  const swap = (column: readonly PanelName[]) => {
    const at = column.indexOf(name);
    const to = at + by;
    return at < 0 || to < 0 || to >= column.length
      ? [...column]
      : column.with(at, column[to] as PanelName).with(to, name);
  };
  return { ...layout, main: swap(layout.main), side: swap(layout.side) };
}

/** Before another one, or at the end of a column. */
export function placed(layout: Layout, name: PanelName, column: "main" | "side", before: PanelName | null): Layout {
  if (name === before) return layout;
  const without = (names: readonly PanelName[]) => names.filter((one) => one !== name);
  const next = { main: without(layout.main), side: without(layout.side), hidden: without(layout.hidden) };
  const at = before === null ? next[column].length : next[column].indexOf(before);
  next[column].splice(at < 0 ? next[column].length : at, 0, name);
  return next;
}

/** Hidden, or back at the end of the column where it usually stands. */
export function toggled(layout: Layout, name: PanelName, usual: Layout): Layout {
  if (layout.hidden.includes(name)) return placed(layout, name, usual.main.includes(name) ? "main" : "side", null);
  const without = (names: readonly PanelName[]) => names.filter((one) => one !== name);
  return { main: without(layout.main), side: without(layout.side), hidden: [...layout.hidden, name] };
}
