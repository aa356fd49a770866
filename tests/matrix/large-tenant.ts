import type { TestServer } from "../support/server";
import type { World } from "../support/world";
import { type Records, recordsOf } from "../factories/records";
import { addPeople } from "./related-records";
import { copyRows } from "./copies";

export const copiesPerRow = 400;

export interface LargeTenant {
  world: World;
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

/** Rows added once per existing record. $1 tenant, $2 project, $3 lowest task id. */
const otherRecords = [
  `INSERT INTO notification_mute (tenant_id, user_id, task_id) SELECT t.tenant_id, u.id, t.id FROM app_user u
     JOIN task t ON t.tenant_id = u.tenant_id AND t.project_id = $2 AND t.id >= $3
   WHERE u.tenant_id = $1 AND u.email NOT LIKE '%@crowd.example' ON CONFLICT DO NOTHING`,
  `WITH kept AS (INSERT INTO analytics_project (tenant_id, project_id) VALUES ($1, $2) ON CONFLICT DO NOTHING)
   INSERT INTO analytics_stay (tenant_id, project_id, revision, task_id, task_status_id, archived, entered_at, left_at)
   SELECT $1, $2, 1000000 + n, $3, task_status_id, false, now(), now() FROM task, generate_series(1, ${copiesPerRow}) n WHERE id = $3`,
];

/** A tenant in which every row is duplicated where unique indexes allow it. */
export async function largeTenant(server: TestServer): Promise<LargeTenant> {
  const world = await server.world();
  const records = await recordsOf(world, "MINE");
  await addPeople(world, records);
  await copyRows(server.owner, world.tenantId, await crowdOf(server, world, copiesPerRow + 10), copiesPerRow);
  for (const statement of otherRecords)
    await server.owner.query(statement, [world.tenantId, records.project, records.task]);
  await server.owner.query("ANALYZE");
  return { world, records };
}
