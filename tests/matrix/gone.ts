import type { DataSource } from "typeorm";

/** What says of a row that it is over. */
const overBy: Readonly<Record<string, string>> = {
  booking: "status = 'cancelled'",
  request: "status = 'cancelled'",
  news_article: "status = 'withdrawn'",
  project: "archived_at = now()",
  task: "archived_at = now()",
  ...Object.fromEntries(
    ["building", "floor", "room", "car", "driver", "equipment"].map((place) => [place, "deleted_at = now()"]),
  ),
};

/** Each record of a tenant that was written from a transaction on, and can be over, is. */
export async function allOver(owner: DataSource, tenantId: number, since: number): Promise<void> {
  for (const [table, set] of Object.entries(overBy))
    await owner.query(`UPDATE ${table} SET ${set} WHERE tenant_id = $1 AND xmin::text::bigint >= $2`, [
      tenantId,
      since,
    ]);
}
