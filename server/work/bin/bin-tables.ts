import type { BinTreeKind } from "../../../shared/work/bin/bin.schema";

/** A table whose rows are copied when a record is deleted. `x` is a row of it, $2 are the ids of the deleted records. */
interface BinTable {
  table: string;
  where: string;
  /** Columns that triggers compute from the rows inserted after it, with their values before that. */
  reset?: Readonly<Record<string, unknown>>;
}

/** A column of a row that stays, and becomes null because it refers to a deleted row. It is set again by a restore, if it is still null. */
interface BinLink {
  table: string;
  column: string;
  /** Type of each column of the primary key, without the tenant. */
  key: Readonly<Record<string, "bigint" | "date">>;
  where: string;
  /** A condition for setting it again. */
  accepts?: string;
}

interface BinTree {
  /** In the order of insertion: a row is inserted after the rows that it refers to. */
  tables: readonly BinTable[];
  links: readonly BinLink[];
  /** References that are neither copied nor recorded, as `table.column` or `table`, each with the reason. */
  excluded: Readonly<Record<string, string>>;
}

const tablesOfTask = [
  "subtask",
  "task_attachment",
  "comment",
  "task_user",
  "task_group",
  "task_tag",
  "task_field_value",
  "task_former_key",
  "task_reminder",
  "time_entry",
  "task_watcher",
] as const;

/** Ids of deleted rows as the right side of a condition. */
type Ids = string;

const rowsOf = (table: string, condition: string): Ids =>
  `IN (SELECT o.id FROM ${table} o WHERE o.tenant_id = current_tenant() AND o.${condition})`;

/** The tables of tasks with these ids, except `notification_mute`. */
const taskTables = (tasks: Ids): BinTable[] => [
  {
    table: "task",
    where: `x.id ${tasks}`,
    reset: {
      comment_count: 0,
      attachment_count: 0,
      subtask_count: 0,
      subtask_done_count: 0,
      spent_minutes: 0,
      field_values: {},
    },
  },
  ...tablesOfTask.map((table) => ({ table, where: `x.task_id ${tasks}` })),
  { table: "comment_reaction", where: `x.comment_id ${rowsOf("comment", `task_id ${tasks}`)}` },
  { table: "task_blocker", where: `(x.task_id ${tasks} OR x.blocker_id ${tasks})` },
];

const timerLinks = (tasks: Ids): BinLink[] => [
  { table: "stopped_timer", column: "task_id", key: { id: "bigint" }, where: `x.task_id ${tasks}` },
  {
    table: "stopped_timer_part",
    column: "entry_id",
    key: { stopped_timer_id: "bigint", date: "date" },
    where: `x.entry_id ${rowsOf("time_entry", `task_id ${tasks}`)}`,
  },
];

const seriesLinks = (tasks: Ids): BinLink[] =>
  ["source_task_id", "last_task_id"].map((column) => ({
    table: "task_series",
    column,
    key: { id: "bigint" },
    where: `x.${column} ${tasks}`,
  }));

const importLink = (tasks: Ids): BinLink => ({
  table: "imported_task",
  column: "task_id",
  key: { id: "bigint" },
  where: `x.task_id ${tasks}`,
});

const excludedOfTasks = {
  task_text: "written by a trigger of the task",
  task_mention: "written by triggers of the task and its comments",
  timer: "a timer that ran at the deletion is discarded",
};

const deleted = "= ANY($2)";

const taskTree: BinTree = {
  tables: [...taskTables(deleted), { table: "notification_mute", where: `x.task_id ${deleted}` }],
  links: [
    {
      table: "task_series_occurrence",
      column: "task_id",
      key: { series_id: "bigint", day: "date" },
      where: `x.task_id ${deleted}`,
      accepts: "NOT x.skipped",
    },
    ...seriesLinks(deleted),
    ...timerLinks(deleted),
    importLink(deleted),
  ],
  excluded: excludedOfTasks,
};

const tasksOfProject = rowsOf("task", `project_id ${deleted}`);
const viewsOfProject = rowsOf("saved_view", `project_id ${deleted}`);
const fieldsOfProject = `IN (SELECT o.field_id FROM project_field_use o WHERE o.tenant_id = current_tenant() AND o.project_id ${deleted})`;
const binOfProject = rowsOf("bin_entry", `project_id ${deleted}`);

const projectTree: BinTree = {
  tables: [
    { table: "project", where: `x.id ${deleted}` },
    ...["project_member", "project_group", "project_tag", "task_template", "task_status", "project_template_use"].map(
      (table) => ({ table, where: `x.project_id ${deleted}` }),
    ),
    // Fields that other projects use still exist at the restore, and their copies are ignored.
    { table: "project_field", where: `x.id ${fieldsOfProject}` },
    { table: "project_field_option", where: `x.field_id ${fieldsOfProject}` },
    ...["project_field_use", "project_field_requirement", "task_series"].map((table) => ({
      table,
      where: `x.project_id ${deleted}`,
    })),
    ...taskTables(tasksOfProject),
    { table: "task_series_occurrence", where: `x.series_id ${rowsOf("task_series", `project_id ${deleted}`)}` },
    { table: "notification_mute", where: `(x.project_id ${deleted} OR x.task_id ${tasksOfProject})` },
    { table: "saved_view", where: `x.project_id ${deleted}` },
    { table: "favorite_view", where: `x.view_id ${viewsOfProject}` },
    { table: "imported_task", where: `x.project_id ${deleted}` },
    { table: "bin_entry", where: `x.project_id ${deleted}` },
    { table: "bin_row", where: `x.entry_id ${binOfProject}` },
    { table: "bin_file", where: `x.entry_id ${binOfProject}` },
  ],
  links: [
    ...seriesLinks(tasksOfProject),
    ...timerLinks(tasksOfProject),
    importLink(tasksOfProject),
    {
      table: "task",
      column: "task_template_id",
      key: { id: "bigint" },
      where: `x.task_template_id ${rowsOf("task_template", `project_id ${deleted}`)} AND NOT x.project_id ${deleted}`,
    },
    ...["expense_item", "project_import"].map((table) => ({
      table,
      column: "project_id",
      key: { id: "bigint" } as const,
      where: `x.project_id ${deleted}`,
    })),
  ],
  excluded: {
    ...excludedOfTasks,
    analytics_project: "computed from the event log",
    task_feed: "secret addresses, which couldn't be revoked while the project is in the bin",
    project_field_kind_change: "a change of a field's kind can't be undone after its project was deleted",
  },
};

const columnTree: BinTree = {
  tables: [
    { table: "task_status", where: "x.id = ANY($2)" },
    { table: "project_field_requirement", where: "x.task_status_id = ANY($2)" },
  ],
  links: [
    {
      table: "task_series",
      column: "task_status_id",
      key: { id: "bigint" },
      where: "x.task_status_id = ANY($2)",
    },
  ],
  excluded: {},
};

export const binTrees: Readonly<Record<BinTreeKind, BinTree>> = {
  task: taskTree,
  column: columnTree,
  project: projectTree,
};

const copyOf = ({ table, where, reset }: BinTable) =>
  `SELECT '${table}', NULL, to_jsonb(x)${reset ? ` || '${JSON.stringify(reset)}'` : ""} FROM ${table} x
   WHERE x.tenant_id = current_tenant() AND ${where}`;

const keyOf = ({ table, column, key, where }: BinLink) => {
  const names = [...Object.keys(key), column];
  return `SELECT '${table}', '${column}', jsonb_build_object(${names.map((name) => `'${name}', x.${name}`).join(", ")}) FROM ${table} x
   WHERE x.tenant_id = current_tenant() AND ${where}`;
};

/** Copies the rows of a tree and records the links to it. $1 entry, $2 ids of the deleted records. */
export const copyStatementOf = ({ tables, links }: BinTree): string =>
  `INSERT INTO bin_row (tenant_id, entry_id, source, link, data) SELECT current_tenant(), $1, copied.*
   FROM (${[...tables.map(copyOf), ...links.map(keyOf)].join("\n   UNION ALL ")}) AS copied`;

/** Sets the recorded links of an entry again. $1 entry. */
export const linkStatementsOf = ({ links }: BinTree): string[] =>
  links.map(
    ({ table, column, key, accepts }) =>
      `UPDATE ${table} x SET ${column} = (b.data->>'${column}')::bigint FROM bin_row b
       WHERE b.tenant_id = current_tenant() AND b.entry_id = $1 AND b.source = '${table}' AND b.link = '${column}'
         AND x.tenant_id = b.tenant_id AND x.${column} IS NULL${accepts ? ` AND ${accepts}` : ""}
         AND ${Object.entries(key)
           .map(([name, type]) => `x.${name} = (b.data->>'${name}')::${type}`)
           .join(" AND ")}`,
  );
