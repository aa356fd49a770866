import { invalid } from "../../../shared/kernel/problems";
import { sql, type Tx } from "./unit-of-work";

/**
 * Of what is answered whole, in lists, grids, charts and forms that everybody opens: more than any organisation has, and few enough that
 * nobody else waits while they are put together.
 */
export const most = {
  project: 5_000, // with those that are archived, whatever the plan says: what one may in each is told at every sign-in
  role: 300,
  leave_type: 100,
  approval_rule: 500,
  news_section: 200,
  building: 2_000,
  floor: 5_000,
  room: 5_000,
  car: 5_000,
  driver: 5_000,
  equipment: 5_000,
  outage: 20_000,
  vacancy: 5_000,
  department: 10_000,
  position: 10_000,
  client: 10_000,
  user_group: 1_000,
} as const;

/** @throws Problem 422 at this field for one too many. */
export async function requireRoomFor(tx: Tx, table: keyof typeof most, field: string): Promise<void> {
  const count = sql(`room.${table}`, `SELECT count(*)::int AS count FROM ${table} WHERE tenant_id = current_tenant()`);
  const there = await tx.one<{ count: number }>(count);
  if ((there?.count ?? 0) >= most[table]) throw invalid(field, "field.tooMany");
}

/** Files that lie with one record, by where they stand and what they point to: all of them are answered with it. */
export const mostFiles = {
  task_attachment: { of: "task_id", most: 500 },
  request_attachment: { of: "request_id", most: 100 },
  user_file: { of: "user_id", most: 500 },
  news_file: { of: "article_id", most: 100 },
} as const;

/** Before a file is laid with a record. @throws Problem 422 for one too many. */
export async function requireRoomForFile(tx: Tx, table: keyof typeof mostFiles, id: number): Promise<void> {
  const { of, most: many } = mostFiles[table];
  const count = sql(
    `room.${table}`,
    `SELECT count(*)::int AS count FROM ${table} WHERE tenant_id = current_tenant() AND ${of} = $1`,
  );
  const there = await tx.one<{ count: number }>(count, [id]);
  if ((there?.count ?? 0) >= many) throw invalid("file", "field.tooMany");
}
