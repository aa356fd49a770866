import { fieldOfKey, isProjectFieldKey, type ProjectFieldKey } from "../../../../shared/work/fields/field-keys";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import { columnWidths, type TaskColumn, taskColumns, taskFields } from "../../../../shared/work/tasks/tasks.fields";
import { type Grouping, isGrouping } from "./list.groups";

/** A built-in column, or the key of a project's field. */
export type ListColumn = TaskColumn | ProjectFieldKey;

const isListColumn = (name: unknown): name is ListColumn =>
  typeof name === "string" && (isProjectFieldKey(name) || taskColumns.includes(name as TaskColumn));

const ofFields = Object.values(taskFields).flatMap(({ column }) => column ?? []);

const numericColumns: ReadonlySet<ListColumn> = new Set<ListColumn>([
  ...ofFields.filter(({ figure }) => figure).map(({ name }) => name),
  "subtasks",
  "spent",
  "comments",
  "files",
]);

const editableColumns: ReadonlySet<ListColumn> = new Set<ListColumn>([...ofFields.map(({ name }) => name), "status"]);

/** Whether the values are figures, which are aligned to the end of their cell. */
export const isNumericColumn = (column: ListColumn, fields: readonly ProjectField[]): boolean =>
  numericColumns.has(column) || fieldOfKey(fields, column)?.kind === "number";

export const isEditableColumn = (column: ListColumn): boolean =>
  isProjectFieldKey(column) || editableColumns.has(column);

const minColumnWidth = 56;
const maxColumnWidth = 640;
const fieldColumnWidth = 132;

export interface ListSettings {
  columns: readonly ListColumn[];
  widths: Partial<Record<ListColumn, number>>;
  /** Keys of collapsed groups per grouping. */
  collapsed: Partial<Record<Grouping, readonly string[]>>;
}

export const defaultSettings: ListSettings = {
  columns: ["key", "title", "assignee", "priority", "due_date", "tag", "subtasks", "estimate"],
  widths: {},
  collapsed: {},
};

export const columnWidth = (settings: ListSettings, column: ListColumn) =>
  settings.widths[column] ?? (isProjectFieldKey(column) ? fieldColumnWidth : columnWidths[column]);

/** Columns of a saved view, from its address; null without valid columns. */
export function parseColumns(text: string | null): readonly ListColumn[] | null {
  const columns = [...new Set(text?.split(",").filter(isListColumn))];
  return columns.includes("title") ? columns : null;
}

/** Stored settings may be from another version or invalid; unknown values are dropped. */
export function parseListSettings(stored: string | null): ListSettings {
  const read = parsed(stored);
  const columns = arrayOf(read.columns).filter(isListColumn);
  const widths = Object.entries(objectOf(read.widths)).filter(
    ([column, width]) => isListColumn(column) && typeof width === "number",
  );
  const collapsed = Object.entries(objectOf(read.collapsed))
    .filter(([grouping]) => isGrouping(grouping))
    .map(([grouping, keys]) => [grouping, arrayOf(keys).map(String)] as const);
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
const clamp = (width: number) => Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, width)));

export function withColumn(settings: ListSettings, column: ListColumn, isVisible: boolean): ListSettings {
  if (column === "title") return settings;
  const rest = settings.columns.filter((one) => one !== column);
  if (!isVisible) return { ...settings, columns: rest };
  if (isProjectFieldKey(column)) return { ...settings, columns: [...rest, column] };
  // Inserts after the nearest visible column that precedes it by default.
  const before = taskColumns.slice(0, taskColumns.indexOf(column)).findLast((one) => rest.includes(one));
  return { ...settings, columns: rest.toSpliced(before ? rest.indexOf(before) + 1 : 0, 0, column) };
}

export function withColumnMoved(settings: ListSettings, column: ListColumn, by: 1 | -1): ListSettings {
  const at = settings.columns.indexOf(column);
  const to = at + by;
  if (at < 0 || to < 0 || to >= settings.columns.length) return settings;
  return { ...settings, columns: settings.columns.toSpliced(at, 1).toSpliced(to, 0, column) };
}

export function withColumnWidth(settings: ListSettings, column: ListColumn, width: number): ListSettings {
  return { ...settings, widths: { ...settings.widths, [column]: clamp(width) } };
}

/** Grid template of all rows. Widths are fixed because each row is its own grid; the title takes the remaining width. */
export function gridTemplateOf(settings: ListSettings): string {
  return settings.columns
    .map((column) => {
      const width = `${columnWidth(settings, column)}px`;
      return column === "title" ? `minmax(${width}, 1fr)` : width;
    })
    .join(" ");
}

export function minTableWidth(settings: ListSettings): number {
  return settings.columns.reduce((sum, column) => sum + columnWidth(settings, column), 0);
}

export function withCollapsedGroup(settings: ListSettings, grouping: Grouping, key: string): ListSettings {
  const keys = settings.collapsed[grouping] ?? [];
  return { ...settings, collapsed: { ...settings.collapsed, [grouping]: [...keys, key] } };
}

export function withExpandedGroup(settings: ListSettings, grouping: Grouping, key: string): ListSettings {
  const keys = settings.collapsed[grouping] ?? [];
  if (!keys.includes(key)) return settings;
  return { ...settings, collapsed: { ...settings.collapsed, [grouping]: keys.filter((one) => one !== key) } };
}

const columnOfGrouping = {
  status: "status",
  assignee: "assignee",
  priority: "priority",
  tag: "tag",
  due: "due_date",
  none: null,
} as const;

/** Visible columns plus the grouping column, whose value is otherwise only in group headings. */
export function csvColumns(columns: readonly ListColumn[], grouping: Grouping): readonly ListColumn[] {
  const grouped = isProjectFieldKey(grouping) ? grouping : columnOfGrouping[grouping];
  return grouped === null || columns.includes(grouped) ? columns : [...columns, grouped];
}
