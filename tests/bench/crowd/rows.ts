import { createHash, randomBytes } from "node:crypto";
import type { DatabaseSeeder, SeededPerson, SeededTenant } from "../../support/seed";
import type { CrowdBoard } from "../jobs";

export const membersPerBoard = 50;
const cards = [20, 20, 20] as const;

export async function seedBoards(seed: DatabaseSeeder, tenant: SeededTenant, count: number): Promise<CrowdBoard[]> {
  const people = await seedPeople(seed, tenant, count * membersPerBoard);
  const boards: CrowdBoard[] = [];
  for (let at = 0; at < count; at++) {
    const members = people.slice(at * membersPerBoard, (at + 1) * membersPerBoard);
    const project = await seed.project(tenant, [], cards);
    await seed.rows(
      `INSERT INTO project_member (tenant_id, project_id, user_id, role)
       SELECT $1, $2, id, 'member' FROM unnest($3::bigint[]) AS id`,
      [tenant.id, project.id, members.map(({ id }) => id)],
    );
    await seed.furnish(tenant, project, members.slice(0, 10));
    boards.push({ project, people: members });
  }
  await seed.rows("VACUUM ANALYZE");
  return boards;
}

async function seedPeople(seed: DatabaseSeeder, tenant: SeededTenant, count: number): Promise<SeededPerson[]> {
  const people = await seed.rows<{ id: string; fullname: string }>(
    `INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id)
     SELECT $1, 'crowd.' || n || '@example.test', 'Person ' || n, 'none', $2 FROM generate_series(1, $3::int) AS n
     RETURNING id, fullname`,
    [tenant.id, tenant.roles.employee, count],
  );
  const tokens = people.map(() => randomBytes(32).toString("base64url"));
  const sessions = await seed.rows<{ id: string; user_id: string }>(
    `INSERT INTO session (tenant_id, user_id, token_hash, file_hash, remember, expires_at, ends_at)
     SELECT $1, user_id, token_hash, file_hash, false, now() + interval '12 hours', now() + interval '30 days'
     FROM unnest($2::bigint[], $3::bytea[], $4::bytea[]) AS s (user_id, token_hash, file_hash) RETURNING id, user_id`,
    [
      tenant.id,
      people.map(({ id }) => id),
      tokens.map((token) => createHash("sha256").update(token).digest()),
      people.map(() => randomBytes(32)),
    ],
  );
  const sessionIds = new Map(sessions.map(({ id, user_id }) => [user_id, Number(id)]));
  return people.map(({ id, fullname }, at) => ({
    id: Number(id),
    fullname,
    token: tokens[at] as string,
    sessionId: sessionIds.get(id) as number,
  }));
}
