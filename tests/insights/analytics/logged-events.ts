import type { World } from "../../support/world";
import type { TestServer } from "../../support/server";

export interface LoggedEvent {
  type: string;
  /** Minutes since 1 March 2026. */
  at: number;
  data: Record<string, unknown>;
}

export const logStartMs = Date.parse("2026-03-01T00:00:00Z");
export const instantAfterMinutes = (minutes: number): string => new Date(logStartMs + minutes * 60_000).toISOString();

const unnamed = (text: string) => ({ name: "", text });

export async function appendToLog(world: World, projectId: number, events: readonly LoggedEvent[]): Promise<void> {
  await world.tx(async (tx) => {
    await tx.rows(
      unnamed(`INSERT INTO domain_event (tenant_id, stream, revision, type, data, at, processed_at)
        SELECT current_tenant(), 'project:' || $1::bigint, s.revision + e.place, e.type, e.data, e.at, now()
        FROM event_stream s, unnest($2::text[], $3::jsonb[], $4::timestamptz[]) WITH ORDINALITY AS e (type, data, at, place)
        WHERE s.tenant_id = current_tenant() AND s.name = 'project:' || $1::bigint`),
      [
        projectId,
        events.map((e) => e.type),
        events.map((e) => JSON.stringify(e.data)),
        events.map((e) => instantAfterMinutes(e.at)),
      ],
    );
    await tx.rows(
      unnamed(
        "UPDATE event_stream SET revision = revision + $2 WHERE tenant_id = current_tenant() AND name = 'project:' || $1::bigint",
      ),
      [projectId, events.length],
    );
  });
}

export async function analyticsRowsOf(server: TestServer, world: World, projectId: number) {
  const rows = async (table: string, order: string) =>
    (
      await server.owner.query<{ row: Record<string, unknown> }[]>(
        `SELECT to_jsonb(t) - 'tenant_id' AS row FROM ${table} t WHERE tenant_id = $1 AND project_id = $2 ORDER BY ${order}`,
        [world.tenantId, projectId],
      )
    ).map(({ row }) => row);
  return {
    position: await rows("analytics_project", "project_id"),
    columns: await rows("analytics_column", "column_id"),
    stays: await rows("analytics_stay", "revision, task_id, place"),
    waits: await rows("analytics_wait", "revision"),
    tasks: await rows("analytics_task", "task_id"),
  };
}
