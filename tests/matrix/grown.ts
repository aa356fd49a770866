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

/** An organisation in which every row is there many times that may be there again. */
export async function grown(server: TestServer): Promise<Grown> {
  const world = await server.world();
  const records = await recordsOf(world, "MINE");
  await peopled(world, records);
  await copied(server.owner, world.tenantId, await crowdOf(server, world, many + 10), many);
  await server.owner.query("ANALYZE");
  return { world, records };
}
