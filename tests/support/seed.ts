import { createHash, randomBytes, randomInt } from "node:crypto";
import pg from "pg";
import { type RoleCode, seededRoles } from "../../server/administration/roles/seeded-roles";
import type { ProjectRole } from "../../shared/kernel/permissions";
import { createInitialRanks } from "../../shared/work/tasks/tasks.rank.rules";

/**
 * Data for tests and benchmarks of a running product. It is inserted directly as the database owner, so that five thousand tasks take
 * little time and sessions need no password hash.
 */
export interface SeededTenant {
  id: number;
  host: string;
  roles: Record<RoleCode, number>;
}

export interface SeededPerson {
  id: number;
  fullname: string;
  token: string;
  sessionId: number;
}

export interface SeededProject {
  id: number;
  code: string;
  columnIds: number[];
  taskIds: number[][];
}

export class DatabaseSeeder {
  private constructor(private readonly pool: pg.Pool) {}

  static at(ownerUrl: string): DatabaseSeeder {
    const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 });
    pool.on("error", () => {}); // the database may be killed during a test
    return new DatabaseSeeder(pool);
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  async rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query(text, values)).rows as Row[];
  }

  private async id(text: string, values: unknown[]): Promise<number> {
    const [row] = await this.rows<{ id: string }>(text, values);
    return Number(row?.id);
  }

  async tenant(host = `t${randomBytes(5).toString("hex")}.localhost`): Promise<SeededTenant> {
    const id = await this.id(
      "INSERT INTO tenant (name, plan_id) SELECT $1, id FROM plan WHERE code = 'business' RETURNING id",
      [host],
    );
    await this.rows("INSERT INTO tenant_domain (domain, tenant_id) VALUES ($1, $2)", [host, id]);
    const roles = {} as Record<RoleCode, number>;
    for (const [code, { name, permissions }] of Object.entries(seededRoles)) {
      roles[code as RoleCode] = await this.id(
        "INSERT INTO role (tenant_id, code, name, permissions) VALUES ($1, $2, $3, $4) RETURNING id",
        [id, code, name, permissions],
      );
    }
    return { id, host, roles };
  }

  async person(tenant: SeededTenant, fullname: string, role: RoleCode = "employee"): Promise<SeededPerson> {
    const email = `${fullname.toLowerCase().replace(/\W+/g, ".")}.${randomBytes(4).toString("hex")}@example.test`;
    const id = await this.id(
      `INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id, external)
       VALUES ($1, $2, $3, 'none', $4, $5) RETURNING id`,
      [tenant.id, email, fullname, tenant.roles[role], role === "external"],
    );
    return { id, fullname, ...(await this.session(tenant, id)) };
  }

  async session(tenant: SeededTenant, userId: number): Promise<{ token: string; sessionId: number }> {
    const token = randomBytes(32).toString("base64url");
    const hash = createHash("sha256").update(token).digest();
    const sessionId = await this.id(
      `INSERT INTO session (tenant_id, user_id, token_hash, file_hash, remember, expires_at, ends_at)
       VALUES ($1, $2, $3, $4, false, now() + interval '12 hours', now() + interval '30 days') RETURNING id`,
      [tenant.id, userId, hash, randomBytes(32)],
    );
    return { token, sessionId };
  }

  async project(
    tenant: SeededTenant,
    members: readonly (SeededPerson | { person: SeededPerson; role: ProjectRole })[],
    cards: readonly number[] = [0, 0, 0],
  ): Promise<SeededProject> {
    const code = `P${randomInt(36 ** 7)
      .toString(36)
      .padStart(7, "0")
      .toUpperCase()}`;
    const total = cards.reduce((sum, count) => sum + count, 0);
    const id = await this.id(
      "INSERT INTO project (tenant_id, title, code, next_task_number) VALUES ($1, $2, $3, $4) RETURNING id",
      [tenant.id, `Project ${code}`, code, total + 1],
    );
    for (const member of members) {
      const { person, role } = "person" in member ? member : { person: member, role: "member" as const };
      await this.rows("INSERT INTO project_member (tenant_id, project_id, user_id, role) VALUES ($1, $2, $3, $4)", [
        tenant.id,
        id,
        person.id,
        role,
      ]);
    }
    const kinds = ["todo", ...cards.slice(2).map(() => "doing"), "done"];
    const columns = await this.rows<{ id: string }>(
      `INSERT INTO task_status (tenant_id, project_id, title, kind, sort_order)
       SELECT $1, $2, 'Column ' || place, kind, place FROM unnest($3::text[]) WITH ORDINALITY AS c (kind, place)
       RETURNING id`,
      [tenant.id, id, kinds],
    );
    const columnIds = columns.map((column) => Number(column.id));
    const taskIds: number[][] = [];
    let number = 1;
    for (const [at, count] of cards.entries()) {
      taskIds.push(await this.tasks(tenant, { id, columnId: columnIds[at] as number }, count, number));
      number += count;
    }
    return { id, code, columnIds, taskIds };
  }

  private async tasks(
    tenant: SeededTenant,
    place: { id: number; columnId: number },
    count: number,
    firstNumber: number,
  ): Promise<number[]> {
    if (count === 0) return [];
    const rows = await this.rows<{ id: string }>(
      `INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank, priority, due_date)
       SELECT $1, $2, $3, $4::int + place::int - 1, 'Card ' || ($4::int + place::int - 1), rank,
              (ARRAY['high', 'medium', 'low'])[1 + place % 3], current_date + (place % 20)::int
       FROM unnest($5::text[]) WITH ORDINALITY AS r (rank, place) ORDER BY place RETURNING id`,
      [tenant.id, place.id, place.columnId, firstNumber, createInitialRanks(count)],
    );
    return rows.map((row) => Number(row.id));
  }

  async furnish(tenant: SeededTenant, project: SeededProject, people: readonly SeededPerson[]): Promise<void> {
    const tags = await this.rows<{ id: string }>(
      `INSERT INTO project_tag (tenant_id, project_id, name) SELECT $1, $2, 'Tag ' || n FROM generate_series(1, 3) AS n RETURNING id`,
      [tenant.id, project.id],
    );
    const ids = project.taskIds.flat();
    await this.rows(
      `INSERT INTO task_user (tenant_id, project_id, task_id, user_id)
       SELECT $1, $2, id, ($4::bigint[])[1 + place % array_length($4::bigint[], 1)]
       FROM unnest($3::bigint[]) WITH ORDINALITY AS t (id, place)`,
      [tenant.id, project.id, ids, people.map((person) => person.id)],
    );
    await this.rows(
      `INSERT INTO task_tag (tenant_id, project_id, task_id, tag_id)
       SELECT $1, $2, id, ($4::bigint[])[1 + place % 3] FROM unnest($3::bigint[]) WITH ORDINALITY AS t (id, place)`,
      [tenant.id, project.id, ids, tags.map((tag) => Number(tag.id))],
    );
  }
}
