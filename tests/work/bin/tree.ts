import { multipart } from "../../support/multipart";
import { png } from "../../support/sample-files";
import type { TestServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk, type TestBoard } from "../tasks/board";

/** Fills a task with a row in each table that belongs to it. The member stops watching although they have commented. */
export async function fillTask(server: TestServer, world: World, board: TestBoard): Promise<number> {
  const [id, blocked, blocker] = board.tasks[0] as [number, number, number];
  const { member, owner, people } = board;
  const tag = requireOk(await owner.post("/project/tags", { project_id: board.id, name: "Design" })).body.data.id;
  const field = requireOk(await owner.post(`/project/${board.id}/fields`, { title: "Size", kind: "text" })).body.data
    .id;
  const group = await server.owner.query<{ id: number }[]>(
    "INSERT INTO user_group (tenant_id, title) VALUES ($1, 'Design team') RETURNING id",
    [world.tenantId],
  );
  const groupId = group[0]?.id as number;
  await server.owner.query("INSERT INTO project_group (tenant_id, project_id, group_id) VALUES ($1, $2, $3)", [
    world.tenantId,
    board.id,
    groupId,
  ]);
  requireOk(
    await owner.post(`/task/${id}`, {
      users: [people.member.id],
      groups: [groupId],
      tags: [tag],
      blockers: [blocker],
      description: `<p>For <span data-mention="${people.member.id}">Emil</span></p>`,
      field_values: { [field]: "L" },
    }),
  );
  requireOk(await owner.post(`/task/${blocked}`, { blockers: [id] }));
  requireOk(await owner.post("/sub_task", { task_id: id, name: "Check", assignee_id: people.owner.id }));
  const comment = requireOk(await member.post("/comments", { task_id: id, comment: "Yes" })).body.data.id;
  requireOk(await owner.put(`/comments/${comment}/reactions`, { emoji: "like" }));
  const { payload, headers } = multipart([
    { name: "task_id", value: String(id) },
    { name: "file", filename: "a.png", value: png() },
  ]);
  requireOk(await member.post("/tasks/attachments", payload, { headers }));
  requireOk(await member.post("/time-entry", { task_id: id, date: "2030-01-02", hours: 1, minutes: 30 }));
  requireOk(await member.put(`/task/${id}/watch`, { watching: false }));
  await insertOtherRows(server, world, { id, userId: people.member.id, projectId: board.id });
  return id;
}

interface TaskOf {
  id: number;
  userId: number;
  projectId: number;
}

/** Rows that schedules, transfers and timers write. */
async function insertOtherRows(server: TestServer, world: World, { id, userId, projectId }: TaskOf): Promise<void> {
  const insert = (table: string, columns: string, values: readonly unknown[]) =>
    server.owner.query<{ id: number }[]>(
      `INSERT INTO ${table} (tenant_id, ${columns}) VALUES (${[world.tenantId, ...values].map((_, at) => `$${at + 1}`).join()})
       RETURNING *`,
      [world.tenantId, ...values],
    );
  await insert("task_former_key", "key, task_id", [`OLD-${id}`, id]);
  await insert("task_reminder", "task_id, user_id, due_date", [id, userId, "2030-01-02"]);
  await insert("notification_mute", "user_id, task_id", [userId, id]);
  const [timer] = await insert("stopped_timer", "user_id, task_id, started_at", [userId, id, "2030-01-02T08:00:00Z"]);
  const [entry] = await server.owner.query<{ id: number }[]>("SELECT id FROM time_entry WHERE task_id = $1", [id]);
  await insert("stopped_timer_part", "stopped_timer_id, date, entry_id, entry_version, minutes", [
    timer?.id,
    "2030-01-02",
    entry?.id,
    1,
    90,
  ]);
  const [series] = await insert(
    "task_series",
    "project_id, owner_id, unit, every, first_day, days_off, basis, only_when_done, create_missed, lead_days, at_hour, template, source_task_id, last_task_id",
    [projectId, userId, "day", 1, "2030-01-01", "keep", "schedule", false, false, 0, 8, "{}", id, id],
  );
  await insert("task_series_occurrence", "series_id, day, task_id", [series?.id, "2030-01-01", id]);
  await server.owner.query("UPDATE task SET series_id = $2 WHERE id = $1", [id, series?.id]);
}

/** Tables that a deletion of a task changes, besides those of the bin, the event log and notifications. */
const comparedTables = [
  "task",
  "task_status",
  "task_text",
  "task_mention",
  "task_user",
  "task_group",
  "task_tag",
  "task_field_value",
  "task_former_key",
  "task_reminder",
  "task_watcher",
  "task_blocker",
  "task_series",
  "task_series_occurrence",
  "subtask",
  "comment",
  "comment_reaction",
  "task_attachment",
  "file",
  "time_entry",
  "time_day",
  "stopped_timer",
  "stopped_timer_part",
  "notification_mute",
  "project_field_requirement",
  "project",
  "project_member",
  "project_group",
  "project_tag",
  "project_field",
  "project_field_use",
  "saved_view",
  "favorite_view",
] as const;

/** All rows of a tenant that a restore must bring back, without the versions of tasks and projects. */
export async function rowsOf(server: TestServer, world: World): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of comparedTables) {
    const without = table === "task" || table === "project" ? " - 'version' - 'updated_at'" : "";
    const found = await server.owner.query<{ row: unknown }[]>(
      `SELECT to_jsonb(x)${without} AS row FROM ${table} x WHERE tenant_id = $1 ORDER BY 1`,
      [world.tenantId],
    );
    rows[table] = found.map(({ row }) => row);
  }
  return rows;
}
