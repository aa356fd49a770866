import { testServer } from "../../support/server";

const server = testServer();

/** Columns of every table that identify the row, its tenant or project, or are derived from other columns. */
const general = "id tenant_id project_id task_id version folded latin searched created_by created_at updated_at";

/** Columns whose values are in an export, and those that are left out with the reason. */
const tables: Record<string, { exported: string; omitted: string }> = {
  project: {
    exported: "title code description start_date end_date color status budget",
    // References to records of the organization; exports are of the working project; the next number follows from the tasks.
    omitted: "client_id department_id archived_at next_task_number",
  },
  task: {
    exported:
      "task_status_id number title description priority complexity start_date due_date progress progress_by_hand rank reporter_id " +
      "archived_at estimate_minutes cover_file_id field_values series_id task_template_id task_template_version",
    // Counts are computed; time belongs to the people who spent it; the mark of an import belongs to the organization.
    omitted: "published comment_count attachment_count subtask_count subtask_done_count spent_minutes import_id",
  },
  subtask: { exported: "name completed sort_order assignee_id due_date", omitted: "" },
  comment: { exported: "author_id body edited_at deleted_at author_name", omitted: "deleted_by import_id" },
  task_attachment: { exported: "title file_id", omitted: "" },
  task_status: { exported: "title kind color wip_limit sort_order default_template_id", omitted: "" },
  project_tag: { exported: "name color", omitted: "" },
  project_member: { exported: "user_id role", omitted: "added_at" },
  // Former kinds are needed for undo only.
  project_field: { exported: "title kind max_length decimals unit", omitted: "former_kinds" },
  project_field_use: { exported: "field_id sort_order on_card removed_at", omitted: "removed_by" },
  project_field_requirement: { exported: "field_id task_status_id", omitted: "" },
  project_field_option: { exported: "field_id title color sort_order deleted", omitted: "" },
  task_field_value: {
    exported: "field_id kind text_value number_value day_value flag_value option_ids user_id",
    omitted: "",
  },
  task_user: { exported: "user_id", omitted: "" },
  task_tag: { exported: "tag_id", omitted: "" },
  task_blocker: { exported: "blocker_id", omitted: "" },
  // Views of one person are private; a shared one belongs to the importing user.
  saved_view: { exported: "scope name layout query rank deleted_at", omitted: "owner_id names" },
  task_template: {
    exported: "title content content_version deleted_at is_default",
    omitted: "content_format changed_by changed_at",
  },
  // The next date is planned by the import, from its own day; a refusal concerns the project in which it happened.
  task_series: {
    exported:
      "task_status_id owner_id unit every first_day weekdays month_day month_week month_weekday month days_off until max_count " +
      "basis only_when_done create_missed lead_days at_hour state template source_task_id last_task_id last_day last_date " +
      "created_count missed_count",
    omitted: "refusal completed_on next_day next_date next_at planning_requested_at",
  },
  task_series_occurrence: { exported: "series_id day skipped", omitted: "" },
};

/** Tables of projects, tasks and comments that an export leaves out. */
const omittedTables: Record<string, string> = {
  activity: "domain_event analytics_column analytics_project analytics_stay analytics_task analytics_wait",
  "earlier state": "bin_entry task_former_key project_field_kind_change",
  "computed from other rows": "project_access task_mention task_text",
  "work and money of people": "time_entry timer stopped_timer expense_item",
  "choices and messages of one person":
    "task_watcher task_reminder task_feed notification notification_mute comment_reaction",
  "records of the organization": "project_group task_group project_import imported_task project_template_use",
  "other kinds of tasks, comments and series": "onboarding_owner news_comment_reaction booking",
};

const listOf = (text: string) => text.split(" ").filter(Boolean);

test("an export carries or names each column of a project's tables", async () => {
  const rows = await server.owner.query<{ table: string; columns: string[] }[]>(
    `SELECT c.table_name AS table, array_agg(c.column_name::text) AS columns FROM information_schema.columns c
     WHERE c.table_schema = 'public' AND (c.table_name = ANY($1) OR c.table_name IN (SELECT table_name FROM information_schema.columns
       WHERE column_name IN ('project_id', 'task_id', 'comment_id', 'series_id', 'field_id'))) GROUP BY 1`,
    [Object.keys(tables)],
  );
  const omitted = Object.values(omittedTables).flatMap(listOf);
  const missing = rows.flatMap(({ table, columns }) => {
    const named = tables[table];
    if (!named) return omitted.includes(table) ? [] : [table];
    const known = listOf(`${general} ${named.exported} ${named.omitted}`);
    return columns.filter((column) => !known.includes(column)).map((column) => `${table}.${column}`);
  });
  expect(missing).toEqual([]);
  expect([...Object.keys(tables), ...omitted].filter((table) => !rows.some((row) => row.table === table))).toEqual([]);
});
