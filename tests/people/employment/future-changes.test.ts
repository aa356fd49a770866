import { applyDueChange } from "../../../server/people/employment/employment-change.service";
import { type Random, randomFrom } from "../../../server/platform/demo/demo.random";
import { DepartmentEntity } from "../../../server/people/departments/department.entity";
import { UserEntity } from "../../../server/people/people/user.entity";
import { PositionEntity } from "../../../server/people/positions/position.entity";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { applyEmploymentChanges } from "../../../workers/people/employment/employment-changes";
import { runsAll } from "../../run-size";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";

/**
 * Planned changes applied in any order, twice, concurrently or after a gap give the same result as day by day. The clock is fixed; dates
 * are moved into the past instead.
 */
const server = testServer();
const joined = "2020-01-01";
/** All plans take effect within this number of days. */
const days = 20;

interface Company {
  world: World;
  people: Person[];
  positions: number[];
  departments: number[];
}

const concurrentlyWith = unnamedSql(
  "INSERT INTO dotted_line (tenant_id, user_id, manager_id, begun_on) VALUES (current_tenant(), $1, $2, $3)",
);

async function company(): Promise<Company> {
  const world = await server.world();
  const names = ["Avin", "Bahar", "Carlos", "Dilan", "Emre"];
  const people = [world.manager, world.employee, world.finance];
  for (const fullname of names)
    people.push(await world.person(people.length < 5 ? "manager" : "employee", { fullname }));
  await server.owner.query("UPDATE app_user SET joined_on = $2 WHERE tenant_id = $1", [world.tenantId, joined]);
  return world.tx(async (tx) => {
    const positions: number[] = [];
    const departments: number[] = [];
    for (const name of ["One", "Two", "Three"]) {
      positions.push((await tx.repo(PositionEntity).insert({ title: name })).id);
      departments.push((await tx.repo(DepartmentEntity).insert({ name, code: name })).id);
    }
    for (const [at, { id }] of people.entries())
      await tx.repo(UserEntity).update({ id }, { positionId: positions[at % 3] as number, location: "Erbil" });
    for (const [at, { id }] of people.slice(2).entries())
      await tx.rows(concurrentlyWith, [id, (people[at % 2] as Person).id, joined]);
    return { world, people, positions, departments };
  });
}

async function planned(company: Company, random: Random, all: boolean): Promise<string[]> {
  const { world, people, positions, departments } = company;
  const hr = world.api(world.hr);
  const today = (await server.owner.query("SELECT now()::date::text AS day"))[0].day as string;
  const day = (from: number) => new Date(Date.parse(today) + from * 86_400_000).toISOString().slice(0, 10);
  const leading = people.slice(0, 3);
  const outcomes: string[] = [];
  const ids: number[] = [];
  // Only managers who don't move lead others, so the plans are independent of each other.
  const moved = all ? people : people.slice(3);
  const values = (): Record<string, unknown> => ({
    position_id: random.pick([...positions, null]),
    department_id: random.pick([...departments, null]),
    parent_id: random.pick([...(all ? people : leading).map(({ id }) => id), null]),
    contract_type: random.pick(["temporary", "part_time_contract", "full_time_contract"]),
    location: random.pick(["Mersin", "Basel", "Duhok"]),
    role_id: random.pick([world.roles.manager, world.roles.employee]),
    salary: String(random.between(1_000, 9_000)),
  });
  for (let at = 0; at < 30; at++) {
    const { id } = random.pick(moved);
    const on = day(random.chance(0.1) ? -random.between(0, 5) : random.between(1, days));
    const allValues = values();
    const fields = random.some(Object.keys(allValues), random.between(1, 3));
    const body = Object.fromEntries(fields.map((field) => [field, allValues[field]]));
    const currency = fields.includes("salary") ? { currency: "USD" } : {};
    const leaves = all && random.chance(0.1);
    const answer = leaves
      ? await hr.post(`/user/${id}/leaving`, { type: "resignation", last_day: on, successor_id: world.hr.id })
      : await hr.post(`/user/${id}/change`, { type: "change", effective_on: on, ...body, ...currency });
    outcomes.push(`${answer.status} ${answer.body.code ?? ""}`);
    if (answer.status === 201) ids.push(answer.body.data.id);
    if (ids.length > 0 && random.chance(0.08))
      outcomes.push(`${(await hr.delete(`/employment-change/${random.pick(ids)}`)).status} withdrawn`);
  }
  return outcomes;
}

const moved = (table: string, columns: string) =>
  `WITH gone AS (DELETE FROM ${table} WHERE tenant_id = $1 RETURNING *)
   INSERT INTO ${table} (${columns}, period)
   SELECT ${columns}, daterange(CASE lower(period) WHEN '${joined}' THEN lower(period) ELSE lower(period) - $2::int END,
     upper(period) - $2::int) FROM gone ORDER BY user_id, period`;
const place =
  "tenant_id, user_id, position_id, position, department_id, department, parent_id, contract_type, location";

async function pass({ world: { tenantId } }: Company, dayCount: number): Promise<void> {
  for (const text of [
    moved("employment", place),
    moved("employment_salary", "tenant_id, user_id, salary, currency"),
    "UPDATE employment_change SET effective_on = effective_on - $2::int WHERE tenant_id = $1",
    `UPDATE user_history SET effective_on = effective_on - $2::int WHERE tenant_id = $1`,
    `UPDATE dotted_line SET begun_on = CASE begun_on WHEN '${joined}' THEN begun_on ELSE begun_on - $2::int END,
       ended_on = ended_on - $2::int WHERE tenant_id = $1`,
    "UPDATE app_user SET left_on = left_on - $2::int WHERE tenant_id = $1 AND left_on IS NOT NULL",
  ])
    await server.owner.query(text, [tenantId, dayCount]);
}

/** The state of all users by name, as ids differ between companies. */
async function state({ world: { tenantId } }: Company): Promise<Record<string, unknown[]>> {
  const read = (text: string) => server.owner.query<unknown[]>(text, [tenantId]);
  const who = (id: string) => `(SELECT fullname FROM app_user n WHERE n.id = ${id})`;
  return {
    people: await read(
      `SELECT u.fullname, p.title, d.name, ${who("u.parent_id")} AS leader, u.contract_type, u.location, r.code, u.active,
         u.left_on - now()::date AS left, s.salary FROM app_user u
       LEFT JOIN position p ON p.id = u.position_id LEFT JOIN department d ON d.id = u.department_id
       LEFT JOIN user_private s ON s.user_id = u.id JOIN role r ON r.id = u.role_id WHERE u.tenant_id = $1 ORDER BY u.id`,
    ),
    versions: await read(
      `SELECT ${who("e.user_id")} AS who, e.period::text AS period, e.position, e.department, ${who("e.parent_id")} AS leader,
         e.contract_type, e.location FROM employment e WHERE e.tenant_id = $1 ORDER BY e.user_id, e.period`,
    ),
    pay: await read(
      `SELECT ${who("e.user_id")} AS who, e.period::text AS period, e.salary FROM employment_salary e
       WHERE e.tenant_id = $1 ORDER BY e.user_id, e.period`,
    ),
    // Dotted lines that begin and end on the same day are omitted.
    dotted: await read(
      `SELECT ${who("l.user_id")} AS who, ${who("l.manager_id")} AS leader, l.begun_on::text AS since, l.ended_on::text AS until
       FROM dotted_line l WHERE l.tenant_id = $1 AND l.ended_on IS DISTINCT FROM l.begun_on ORDER BY 1, 2, 3`,
    ),
    plans: await read(
      `SELECT ${who("c.user_id")} AS who, c.type, c.effective_on::text AS day, c.status FROM employment_change c
       WHERE c.tenant_id = $1 ORDER BY c.id`,
    ),
    history: await read(
      `SELECT ${who("h.user_id")} AS who, h.type, h.effective_on::text AS day, f.field, f.before, f.after FROM user_history h
       LEFT JOIN user_history_field f ON f.history_id = h.id WHERE h.tenant_id = $1 ORDER BY 1, 2, 3, 4, 5, 6`,
    ),
  };
}

async function whole({ world: { tenantId } }: Company): Promise<void> {
  const wrong = await server.owner.query(
    `SELECT u.fullname FROM app_user u LEFT JOIN employment e ON e.user_id = u.id AND upper_inf(e.period)
     WHERE u.tenant_id = $1 AND u.active IS DISTINCT FROM (e.id IS NOT NULL) OR u.tenant_id = $1 AND e.id IS NOT NULL AND (
       (u.position_id, u.department_id, u.parent_id) IS DISTINCT FROM (e.position_id, e.department_id, e.parent_id)
       OR (u.contract_type, u.location) IS DISTINCT FROM (e.contract_type, e.location))
     UNION ALL SELECT ${"'twice'"} FROM employment a JOIN employment b ON b.user_id = a.user_id AND b.id > a.id AND b.period && a.period
     WHERE a.tenant_id = $1`,
    [tenantId],
  );
  expect(wrong).toEqual([]);
}

const applyAll = ({ world: { tenantId } }: Company) => applyEmploymentChanges(server.platform.unitOfWork, tenantId);

async function dayByDay(one: Company): Promise<void> {
  for (let at = 0; at < days + 2; at++) {
    await pass(one, 1);
    await applyAll(one);
  }
}

/** Runs two concurrent workers after a gap, and a third run without effect. */
async function afterGap(one: Company): Promise<void> {
  await pass(one, days + 2);
  await Promise.all([applyAll(one), applyAll(one)]);
  expect(await applyAll(one)).toBe(0);
}

/** Runs two concurrent workers, each applying all changes twice in a different order. */
async function inAnyOrder(one: Company, random: Random): Promise<void> {
  await pass(one, days + 2);
  const due = await server.owner.query<{ id: number }[]>(
    "SELECT id::int FROM employment_change WHERE tenant_id = $1 AND status = 'planned' ORDER BY id",
    [one.world.tenantId],
  );
  const worker = async (ids: { id: number }[]) => {
    for (const { id } of ids) await one.world.tx((tx) => applyDueChange(tx, id));
  };
  const orders = [1, 2].map(() => random.some([...due, ...due], due.length * 2));
  await Promise.all(orders.map(worker));
}

/** Seeds 4 and 5 cover two differences after a gap: reports of a leaver, and a changed last day. */
const seeds = runsAll ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : process.env.SEED ? [Number(process.env.SEED)] : [4, 5];
const minutes = runsAll ? 600_000 : 60_000;

test.each(seeds.slice(0, runsAll ? 10 : 1))(
  "plans applied in any order give the same result as day by day (seed %i)",
  async (seed) => {
    const [one, other] = [await company(), await company()];
    const outcomes = await planned(one, randomFrom(seed), false);
    expect(await planned(other, randomFrom(seed), false)).toEqual(outcomes);
    expect(outcomes.filter((outcome) => outcome.startsWith("201")).length).toBeGreaterThan(8);
    await dayByDay(one);
    await inAnyOrder(other, randomFrom(seed + 1));
    await Promise.all([one, other].map(whole));
    expect(await state(other)).toEqual(await state(one));
  },
  minutes,
);

test.each(seeds)(
  "plans applied after a gap give the same result as day by day (seed %i)",
  async (seed) => {
    const [one, other] = [await company(), await company()];
    const outcomes = await planned(one, randomFrom(seed), true);
    expect(await planned(other, randomFrom(seed), true)).toEqual(outcomes);
    await dayByDay(one);
    await afterGap(other);
    const { plans } = await state(one);
    for (const [type, status] of [
      ["resignation", "applied"],
      ["change", "applied"],
      ["change", "withdrawn"],
    ])
      expect(plans).toContainEqual(expect.objectContaining({ type, status }));
    await Promise.all([one, other].map(whole));
    expect(await state(other)).toEqual(await state(one));
  },
  minutes,
);

test("a departure entered late moves reports as of the last day or their later start", async () => {
  const one = await company();
  const { world, people } = one;
  const [leaver, report, later] = people as [Person, Person, Person];
  const hr = world.api(world.hr);
  const [row] = await server.owner.query(
    "SELECT array_agg((now()::date - n)::text ORDER BY n) AS days FROM generate_series(0, 9) n",
  );
  const ago = (row as { days: string[] }).days as string[];
  const leads = (person: Person, effective_on: string) =>
    hr.post(`/user/${person.id}/change`, { type: "change", effective_on, parent_id: leaver.id });
  for (const [person, days] of [
    [report, 9],
    [later, 2],
  ] as const)
    expect((await leads(person, ago[days] as string)).status).toBe(201);
  const leaving = { type: "resignation", last_day: ago[6], successor_id: world.hr.id };
  expect((await world.api(world.admin).post(`/user/${leaver.id}/leaving`, leaving)).status).toBe(201);
  const led = async ({ id }: Person) =>
    server.owner.query(
      "SELECT parent_id::int AS by, min(lower(period))::text AS since FROM employment WHERE user_id = $1 GROUP BY 1 ORDER BY 2",
      [id],
    );
  expect(await led(report)).toEqual([
    { by: null, since: joined },
    { by: leaver.id, since: ago[9] },
    { by: world.hr.id, since: ago[5] },
  ]);
  expect(await led(later)).toEqual([
    { by: null, since: joined },
    { by: world.hr.id, since: ago[2] },
  ]);
  await whole(one);
});
