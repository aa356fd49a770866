import { columnWidths, type TaskColumn, taskColumns, taskFields } from "../../../shared/tasks/tasks.fields";
import { type Grouping, groupings } from "./list.groups";

export type ListColumn = TaskColumn;

const ofFields = Object.values(taskFields).flatMap(({ column }) => column ?? []);

/** Figures stand at the end of their cell. */
export const figures: ReadonlySet<ListColumn> = new Set<ListColumn>([
  ...ofFields.filter(({ figure }) => figure).map(({ name }) => name),
  "subtasks",
  "spent",
  "comments",
  "files",
]);

export const editableColumns: ReadonlySet<ListColumn> = new Set<ListColumn>([
  ...ofFields.map(({ name }) => name),
  "status",
]);

const narrowest = 56;
const widest = 640;

/** What a person has chosen for the list of a project. */
export interface ListSettings {
  /** Shown ones, in order; the title is always among them. */
  columns: readonly ListColumn[];
  widths: Partial<Record<ListColumn, number>>;
  /** Folded groups, by grouping. */
  collapsed: Partial<Record<Grouping, readonly string[]>>;
}

export const defaultSettings: ListSettings = {
  columns: ["key", "title", "assignee", "priority", "due_date", "tag", "subtasks", "estimate"],
  widths: {},
  collapsed: {},
};

export const widthOf = (settings: ListSettings, column: ListColumn) => settings.widths[column] ?? columnWidths[column];

/** What was stored may be from another version, or nonsense: whatever isn't known is dropped. */
export function settingsFrom(stored: string | null): ListSettings {
  const read = parsed(stored);
  const columns = arrayOf(read.columns).filter((one): one is ListColumn => taskColumns.includes(one as ListColumn));
  const widths = Object.entries(objectOf(read.widths)).filter(
    ([column, width]) => taskColumns.includes(column as ListColumn) && typeof width === "number",
  );
  const collapsed = groupings.map((one) => [one, arrayOf(objectOf(read.collapsed)[one]).map(String)] as const);
  return {
    columns: columns.includes("title") ? [...new Set(columns)] : defaultSettings.columns,
    widths: Object.fromEntries(widths.map(([column, width]) => [column, clamp(width as number)])),
    collapsed: Object.fromEntries(collapsed.filter(([, keys]) => keys.length > 0)),
  };
}

function parsed(stored: string | null): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(stored ?? "{}"));
  } catch {
    return {};
  }
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const arrayOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const clamp = (width: number) => Math.round(Math.min(widest, Math.max(narrowest, width)));

export function withColumn(settings: ListSettings, column: ListColumn, shown: boolean): ListSettings {
  if (column === "title") return settings;
  const rest = settings.columns.filter((one) => one !== column);
  if (!shown) return { ...settings, columns: rest };
  // Behind the nearest one that stands before it by default.
  const before = taskColumns.slice(0, taskColumns.indexOf(column)).findLast((one) => rest.includes(one));
  return { ...settings, columns: rest.toSpliced(before ? rest.indexOf(before) + 1 : 0, 0, column) };
}

/** One place on (1) or back (-1) among those that are shown. */
export function withColumnMoved(settings: ListSettings, column: ListColumn, by: 1 | -1): ListSettings {
  const at = settings.columns.indexOf(column);
  const to = at + by;
  if (at < 0 || to < 0 || to >= settings.columns.length) return settings;
  return { ...settings, columns: settings.columns.toSpliced(at, 1).toSpliced(to, 0, column) };
}

export function withWidth(settings: ListSettings, column: ListColumn, width: number): ListSettings {
  return { ...settings, widths: { ...settings.widths, [column]: clamp(width) } };
}

/** The grid of all rows: each row lays itself out, so nothing may depend on what stands in it. The title takes the rest. */
export function gridOf(settings: ListSettings): string {
  return settings.columns
    .map((column) => {
      const width = `${widthOf(settings, column)}px`;
      return column === "title" ? `minmax(${width}, 1fr)` : width;
    })
    .join(" ");
}

/** Below this the table scrolls sideways. */
export function leastWidth(settings: ListSettings): number {
  return settings.columns.reduce((sum, column) => sum + widthOf(settings, column), 0);
}

export function withFolded(settings: ListSettings, grouping: Grouping, key: string): ListSettings {
  const keys = settings.collapsed[grouping] ?? [];
  return { ...settings, collapsed: { ...settings.collapsed, [grouping]: [...keys, key] } };
}

export function withUnfolded(settings: ListSettings, grouping: Grouping, key: string): ListSettings {
  const keys = settings.collapsed[grouping] ?? [];
  if (!keys.includes(key)) return settings;
  return { ...settings, collapsed: { ...settings.collapsed, [grouping]: keys.filter((one) => one !== key) } };
}
