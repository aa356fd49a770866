import type { DatabaseSeeder, SeededProject } from "../../support/seed";

export async function seedEvents(seed: DatabaseSeeder, project: SeededProject, count: number): Promise<void> {
  await seed.rows(
    `WITH s AS (
       UPDATE event_stream SET revision = revision + $2::int WHERE name = 'project:' || $1::bigint
       RETURNING tenant_id, name, revision - $2::int AS before
     ), l AS (
       SELECT e.*, s.before FROM domain_event e JOIN s ON e.tenant_id = s.tenant_id AND e.stream = s.name AND e.revision = s.before
     ), a AS (
       UPDATE analytics_project p SET revision = l.before + $2::int FROM l WHERE p.tenant_id = l.tenant_id AND p.project_id = $1
     )
     INSERT INTO domain_event (tenant_id, stream, revision, type, actor_id, at, data, processed_at)
     SELECT l.tenant_id, l.stream, l.before + g, l.type, l.actor_id, l.at,
       jsonb_set(l.data, '{id}', to_jsonb(($3::bigint[])[1 + g % cardinality($3::bigint[])])), now()
     FROM l, generate_series(1, $2::int) g`,
    [project.id, count, project.taskIds.flat()],
  );
}
