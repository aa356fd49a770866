import {
  type DepartmentAnalytics,
  departmentFigures,
} from "../../../shared/insights/analytics/department-analytics.contract";
import { minGroupSize } from "../../../shared/insights/analytics/withheld.rules";
import { runsAll } from "../../run-size";
import { newProject, newTask, requireOk } from "../../work/projects/projects";
import { seededRandom } from "../../support/random";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";

/**
 * Tests that figures withheld for small groups can't be derived from the figures shown. In random tenants each group logs a distinct amount
 * of time, so a sum identifies its groups; the test adds and subtracts all the figures that a reader receives.
 */
const server = testServer();
const seeds = Array.from({ length: runsAll ? 120 : 12 }, (_, seed) => seed);
const sql = (text: string) => ({ name: "", text });

interface Group {
  id: number | null;
  people: number;
  head: number | null;
  minutes: number;
  members: number[];
}

async function organization(world: World, seed: number): Promise<Group[]> {
  const random = seededRandom(seed);
  const below = (end: number) => Math.floor(random() * end);
  const readers = [world.manager, world.hr, world.finance];
  const project = await newProject(world, {}, world.admin);
  const task = await newTask(world, project.id);
  return world.tx(async (tx) => {
    const departments: (number | null)[] = [null];
    const heads: (number | null)[] = [null];
    for (let at = 0; at < 1 + below(4); at++) {
      const head = random() < 0.25 ? (readers[below(3)] as Person).id : null;
      const department = await tx.one<{ id: number }>(
        sql("INSERT INTO department (tenant_id, name, head_id) VALUES (current_tenant(), $1, $2) RETURNING id"),
        [`D${at}`, head],
      );
      departments.push(department?.id as number);
      heads.push(head);
    }
    // The test tenant's default users get random departments too.
    for (const { id } of [...readers, world.admin, world.employee])
      await tx.rows(sql("UPDATE app_user SET department_id = $2 WHERE tenant_id = current_tenant() AND id = $1"), [
        id,
        departments[below(departments.length)],
      ]);
    const groups: Group[] = [];
    for (const [at, id] of departments.entries()) {
      await tx.rows(
        sql(`INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id, department_id)
             SELECT current_tenant(), 'g' || $1 || '-' || n || '@groups.test', 'Member', 'x', u.role_id, $2
             FROM generate_series(1, $3) n JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = $4`),
        [at, id, below(4) * below(4), world.employee.id],
      );
      const members = await tx.rows<{ id: number }>(
        sql(`SELECT id FROM app_user WHERE tenant_id = current_tenant() AND active AND NOT external
               AND department_id IS NOT DISTINCT FROM $1 ORDER BY id DESC`),
        [id],
      );
      const minutes = members.length === 0 ? 0 : 5 ** at;
      if (members[0])
        await tx.rows(
          sql(`INSERT INTO time_entry (tenant_id, user_id, task_id, date, minutes)
               VALUES (current_tenant(), $1, $2, tenant_today(), $3)`),
          [members[0].id, task.id, minutes],
        );
      const ids = members.map((one) => one.id);
      groups.push({ id, people: ids.length, head: heads[at] as number | null, minutes, members: ids });
    }
    return groups;
  });
}

const sums = (numbers: readonly number[], times: readonly number[]): Set<number> => {
  let all = new Set([0]);
  for (const number of numbers) all = new Set([...all].flatMap((sum) => times.map((by) => sum + by * number)));
  return all;
};

/** Sums of the minutes of group combinations that have fewer than `minGroupSize` users and aren't led by the reader. */
function secretsOf(groups: readonly Group[], reader: Person): number[] {
  const strangers = groups.filter(({ head, members }) => head !== reader.id && members.some((id) => id !== reader.id));
  return Array.from({ length: 2 ** strangers.length - 1 }, (_, bits) =>
    strangers.filter((_group, at) => ((bits + 1) >> at) & 1),
  )
    .filter((some) => some.reduce((sum, { people }) => sum + people, 0) < minGroupSize)
    .map((some) => some.reduce((sum, { minutes }) => sum + minutes, 0));
}

let complemented = 0;
let shownCount = 0;

test.each(seeds)("withheld figures can't be derived in random tenant %i", async (seed) => {
  const world = await server.world();
  const groups = await organization(world, seed);
  for (const reader of [world.manager, world.hr, world.finance]) {
    const api = world.api(reader);
    const minutes: number[] = [];
    for (const { id, people } of [{ id: "", people: Number.MAX_SAFE_INTEGER }, ...groups.slice(1)]) {
      const answer = requireOk(await api.get(`/analytics/department?department_id=${id}`)).body
        .data as DepartmentAnalytics;
      const lists = departmentFigures.map(
        (figure) => `/analytics/department/list?department_id=${id}&figure=${figure}`,
      );
      if (!answer.withheld) {
        minutes.push(answer.time.reduce((sum, row) => sum + row.minutes, 0));
        continue;
      }
      if (people >= minGroupSize) complemented++;
      expect(answer).toMatchObject({ time: [], approvals: [], budgets: null, bookings: null, people_query: null });
      expect([answer.leave.taken, answer.leave.months, answer.spend.months]).toEqual([0, [], []]);
      for (const list of lists) expect([list, (await api.get(list)).status]).toEqual([list, 403]);
      const report = { screen: "department", subject_id: id || undefined, days: 30 };
      expect((await api.post("/analytics/report", report)).status).toBe(403);
    }
    shownCount += minutes.length;
    const derivableSums = sums(minutes, [-1, 0, 1]);
    for (const secret of secretsOf(groups, reader))
      expect([reader.email, derivableSums.has(secret)]).toEqual([reader.email, false]);
  }
  for (const { id } of groups.slice(1)) {
    const answer = requireOk(await world.api(world.admin).get(`/analytics/department?department_id=${id}`)).body.data;
    expect(answer.withheld).toBe(false);
  }
});

test("random tenants contain shown figures and groups hidden to protect smaller ones", () => {
  expect([shownCount > seeds.length, complemented > 2]).toEqual([true, true]);
});
