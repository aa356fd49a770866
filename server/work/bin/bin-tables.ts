import type { BinKind } from "../../../shared/work/bin/bin.schema";

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

const ofTask = "x.task_id = ANY($2)";
const inTask = (table: string) =>
  `IN (SELECT o.id FROM ${table} o WHERE o.tenant_id = current_tenant() AND o.task_id = ANY($2))`;

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
  "notification_mute",
  "time_entry",
  "task_watcher",
] as const;

const taskTree: BinTree = {
  tables: [
    {
      table: "task",
      where: "x.id = ANY($2)",
      reset: {
        comment_count: 0,
        attachment_count: 0,
        subtask_count: 0,
        subtask_done_count: 0,
        spent_minutes: 0,
        field_values: {},
      },
    },
    ...tablesOfTask.map((table) => ({ table, where: ofTask })),
    { table: "comment_reaction", where: `x.comment_id ${inTask("comment")}` },
    { table: "task_blocker", where: "(x.task_id = ANY($2) OR x.blocker_id = ANY($2))" },
  ],
  links: [
    {
      table: "task_series_occurrence",
      column: "task_id",
      key: { series_id: "bigint", day: "date" },
      where: ofTask,
      accepts: "NOT x.skipped",
    },
    ...["source_task_id", "last_task_id"].map(
      (column): BinLink => ({ table: "task_series", column, key: { id: "bigint" }, where: `x.${column} = ANY($2)` }),
    ),
    { table: "stopped_timer", column: "task_id", key: { id: "bigint" }, where: ofTask },
    {
      table: "stopped_timer_part",
      column: "entry_id",
      key: { stopped_timer_id: "bigint", date: "date" },
      where: `x.entry_id ${inTask("time_entry")}`,
    },
  ],
  excluded: {
    task_text: "written by a trigger of the task",
    task_mention: "written by triggers of the task and its comments",
    timer: "a timer that ran at the deletion is discarded",
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

export const binTrees: Readonly<Record<BinKind, BinTree>> = { task: taskTree, column: columnTree };

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
