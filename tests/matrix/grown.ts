import type { TestServer } from "../support/server";
import type { World } from "../support/world";
import { type Records, recordsOf } from "../factories/records";
import { peopled } from "./bystanders";
import { copied } from "./copies";

/** How many times everything is there. */
export const many = 400;

export interface Grown {
  world: World;
  /** What the calls are about: each has many of whatever belongs to it. */
  records: Records;
}

async function crowdOf(server: TestServer, world: World, size: number): Promise<number[]> {
  const rows: { id: string }[] = await server.owner.query(
    `INSERT INTO app_user (tenant_id, fullname, email, password_hash, role_id, department_id, position_id)
     SELECT u.tenant_id, 'One of many ' || n, 'many' || n || '@crowd.example', 'x', u.role_id, u.department_id, u.position_id
     FROM app_user u, generate_series(1, $2::int) AS n WHERE u.id = $1 RETURNING id`,
    [world.employee.id, size],
  );
  return rows.map(({ id }) => Number(id));
}

/** What is there once of each other record. $1 tenant, $2 project, $3 task. */
const besides = [
  `INSERT INTO notification_mute (tenant_id, user_id, task_id) SELECT t.tenant_id, u.id, t.id FROM app_user u
     JOIN task t ON t.tenant_id = u.tenant_id AND t.project_id = $2 AND t.id >= $3
   WHERE u.tenant_id = $1 AND u.email NOT LIKE '%@crowd.example' ON CONFLICT DO NOTHING`,
  `WITH kept AS (INSERT INTO analytics_project (tenant_id, project_id) VALUES ($1, $2) ON CONFLICT DO NOTHING)
   INSERT INTO analytics_stay (tenant_id, project_id, revision, task_id, task_status_id, archived, entered_at, left_at)
   SELECT $1, $2, 1000000 + n, $3, task_status_id, false, now(), now() FROM task, generate_series(1, ${many}) n WHERE id = $3`,
];

/** An organisation in which every row is there many times that may be there again. */
export async function grown(server: TestServer): Promise<Grown> {
  const world = await server.world();
  const records = await recordsOf(world, "MINE");
  await peopled(world, records);
  await copied(server.owner, world.tenantId, await crowdOf(server, world, many + 10), many);
  for (const statement of besides) await server.owner.query(statement, [world.tenantId, records.project, records.task]);
  await server.owner.query("ANALYZE");
  return { world, records };
}
