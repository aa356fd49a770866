import type { DataSource } from "typeorm";

const endStatements: Readonly<Record<string, string>> = {
  booking: "status = 'cancelled'",
  request: "status = 'cancelled'",
  news_article: "status = 'withdrawn'",
  project: "archived_at = now()",
  task: "archived_at = now()",
  ...Object.fromEntries(
    ["building", "floor", "room", "car", "driver", "equipment"].map((place) => [place, "deleted_at = now()"]),
  ),
};

export async function endAllRecords(owner: DataSource, tenantId: number, since: number): Promise<void> {
  for (const [table, set] of Object.entries(endStatements))
    await owner.query(`UPDATE ${table} SET ${set} WHERE tenant_id = $1 AND xmin::text::bigint >= $2`, [
      tenantId,
      since,
    ]);
}
