import { UserEntity } from "../../../server/people/people/user.entity";
import { handOverDottedLines, saveDottedLines } from "../../../server/people/people/dotted-lines.service";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { applyEmploymentChanges } from "../../../workers/people/employment/employment-changes";
import { peopleFixture } from "./fixtures";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

let world: World;
let director: Person;
let colleague: Person;
let org: Awaited<ReturnType<typeof peopleFixture>>;
beforeEach(async () => {
  org = await peopleFixture(server);
  ({ world, director, colleague } = org);
});

const day = async (from: number): Promise<string> =>
  (
    await world.tx((tx) =>
      tx.one<{ day: string }>(unnamedSql("SELECT (tenant_today() + $1::int)::text AS day"), [from]),
    )
  )?.day as string;
const save = (person: Person, body: object, by: Person = world.hr) => world.api(by).post(`/user/${person.id}`, body);
const chart = async (by: Person = world.employee, on?: string) =>
  requireOk(await world.api(by).get(`/organization-chart${on ? `?as_of=${on}` : ""}`)).body.data;
const page = async (person: Person, by: Person = world.employee) =>
  requireOk(await world.api(by).get(`/user/${person.id}`)).body.data;
const byNumber = (one: number, other: number) => one - other;
const ids = (people: { id: number }[]) => people.map(({ id }) => id);
const leave = async (person: Person, successor: Person) =>
  requireOk(
    await world.api(world.admin).post(`/user/${person.id}/leaving`, {
      type: "resignation",
      last_day: await day(0),
      successor_id: successor.id,
    }),
  );

test("dotted lines are refused without user-edit or a valid manager", async () => {
  const { employee, manager, external } = world;
  expect((await save(employee, { dotted_ids: [director.id] }, manager)).body.code).toBe("permission.denied");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: colleague.id }, { active: false }));
  for (const id of [employee.id, manager.id, external.id, colleague.id, 999_999])
    expect((await save(employee, { dotted_ids: [director.id, id] })).body.errors).toHaveProperty("dotted_ids");
  expect((await save(employee, { parent_id: director.id, dotted_ids: [director.id] })).body.errors).toHaveProperty(
    "dotted_ids",
  );
  expect((await page(employee)).dotted).toEqual([]);
  const line = (user: number, to: number) => (tx: Parameters<Parameters<World["tx"]>[0]>[0]) =>
    tx.rows(
      unnamedSql(
        "INSERT INTO dotted_line (tenant_id, user_id, manager_id) VALUES (current_tenant(), $1, $2) RETURNING id",
      ),
      [user, to],
    );
  const other = await server.world();
  for (const to of [employee.id, other.manager.id]) await expect(world.tx(line(employee.id, to))).rejects.toThrow();
  const [first, second] = await runSerialized(server, world, line(employee.id, director.id));
  expect([first?.status, second?.status]).toEqual(["fulfilled", "rejected"]);
});

test("dotted lines are in the chart and profiles, today and on past dates", async () => {
  const { employee, hr } = world;
  const mark = server.published.length;
  requireOk(await save(employee, { dotted_ids: [director.id, hr.id, hr.id] }));
  expect(world.events(mark).map(({ event }) => event.type)).toEqual(["user.updated"]);
  requireOk(await save(employee, { location: "Duhok" }));
  const line = (manager: Person) => ({ user_id: employee.id, manager_id: manager.id });
  expect((await chart()).dotted).toEqual([line(director), line(hr)].toSorted((a, b) => a.manager_id - b.manager_id));
  expect(ids((await page(employee)).dotted).toSorted(byNumber)).toEqual([director.id, hr.id].toSorted(byNumber));
  expect(ids((await page(director)).dotted_reports)).toEqual([employee.id]);
  // Yesterday the new dotted line didn't exist; the one that ended today did.
  for (const { id } of [director, employee])
    await world.tx((tx) => tx.repo(UserEntity).update({ id }, { joinedOn: "2020-01-01" }));
  const yesterday = await day(-1);
  expect((await chart(employee, yesterday)).dotted).toEqual([]);
  await server.owner.query("UPDATE dotted_line SET begun_on = begun_on - 3 WHERE manager_id = $1", [director.id]);
  requireOk(await save(employee, { dotted_ids: [hr.id] }));
  expect([(await chart()).dotted, (await chart(employee, yesterday)).dotted]).toEqual([[line(hr)], [line(director)]]);
  requireOk(await world.api(world.admin).post(`/user/${employee.id}`, { parent_id: hr.id }));
  expect([(await chart()).dotted, (await page(employee)).dotted]).toEqual([[], []]);
  requireOk(await save(employee, { dotted_ids: [] }));
});

test("dotted lines are created with a user and deleted with an unused account", async () => {
  const body = {
    fullname: "Nour",
    email: "nour@acme.test",
    role_id: world.roles.employee,
    dotted_ids: [director.id],
  };
  const { id } = requireOk(await world.api(world.hr).post("/user", body)).body.data;
  expect((await chart()).dotted).toEqual([{ user_id: id, manager_id: director.id }]);
  requireOk(await world.api(world.admin).delete(`/user/${id}`));
  expect((await chart()).dotted).toEqual([]);
});

test("adding the successor during a handover creates one dotted line", async () => {
  const { employee, manager } = world;
  requireOk(await save(employee, { dotted_ids: [director.id] }));
  const ended = await runSerialized<unknown>(
    server,
    world,
    (tx) => saveDottedLines(tx, { id: employee.id, managerId: manager.id }, [director.id, colleague.id]),
    (tx) => handOverDottedLines(tx, director.id, colleague.id),
  );
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(ids((await page(employee)).dotted)).toEqual([colleague.id]);
});

const lines = async () =>
  server.owner.query<{ user_id: number; manager_id: number; since: string; until: string | null }[]>(
    `SELECT user_id::int, manager_id::int, begun_on::text AS since, ended_on::text AS until FROM dotted_line
     WHERE tenant_id = $1 ORDER BY id`,
    [world.tenantId],
  );
const line = (user: Person, manager: Person, since: string, until: string | null = null) => ({
  user_id: user.id,
  manager_id: manager.id,
  since,
  until,
});

test("dotted lines handed over begin on the planned day, or later if begun later", async () => {
  const { employee, hr } = world;
  const other = await world.person("employee");
  for (const { id } of [employee, colleague, director, hr])
    await world.tx((tx) => tx.repo(UserEntity).update({ id }, { joinedOn: "2020-01-01" }));
  requireOk(await save(employee, { dotted_ids: [director.id] }));
  requireOk(await save(director, { dotted_ids: [hr.id] }));
  const begun = await day(-30);
  await server.owner.query("UPDATE dotted_line SET begun_on = $2 WHERE tenant_id = $1", [world.tenantId, begun]);
  const leaving = { type: "resignation", last_day: await day(2), successor_id: colleague.id };
  requireOk(await world.api(hr).post(`/user/${director.id}/leaving`, leaving));
  // No worker ran for seven days; on two of them HR had the dotted line.
  await server.owner.query("UPDATE employment_change SET effective_on = effective_on - 7 WHERE tenant_id = $1", [
    world.tenantId,
  ]);
  await server.owner.query("UPDATE app_user SET left_on = left_on - 7 WHERE id = $1", [director.id]);
  requireOk(await save(hr, { dotted_ids: [director.id] }));
  const later = await day(-1);
  await server.owner.query("UPDATE dotted_line SET begun_on = $2 WHERE user_id = $1", [hr.id, later]);
  requireOk(await save(other, { dotted_ids: [colleague.id] }));
  requireOk(await save(other, { dotted_ids: [director.id] }));
  await server.owner.query("UPDATE dotted_line SET begun_on = $2, ended_on = $3 WHERE manager_id = $1", [
    colleague.id,
    begun,
    await day(-2),
  ]);
  await server.owner.query("UPDATE dotted_line SET begun_on = $3 WHERE user_id = $1 AND manager_id = $2", [
    other.id,
    director.id,
    await day(-2),
  ]);
  expect(await applyEmploymentChanges(server.platform.unitOfWork, world.tenantId)).toBe(1);
  const since = await day(-4);
  expect(await lines()).toEqual(
    expect.arrayContaining([
      line(employee, director, begun, since),
      line(employee, colleague, since),
      line(director, hr, begun, since),
      line(hr, colleague, later),
      line(other, colleague, begun, await day(-2)),
      line(other, colleague, await day(-2)),
    ]),
  );
  const dottedLines = (await chart(hr, await day(-3))).dotted as { user_id: number; manager_id: number }[];
  expect(dottedLines.filter(({ user_id }) => user_id === employee.id)).toEqual([
    { user_id: employee.id, manager_id: colleague.id },
  ]);
});

test("becoming the manager as of a past day ends the dotted line on that day", async () => {
  const { employee, hr } = world;
  requireOk(await save(employee, { dotted_ids: [director.id] }));
  const begun = await day(-30);
  await server.owner.query("UPDATE dotted_line SET begun_on = $2 WHERE tenant_id = $1", [world.tenantId, begun]);
  const since = await day(-3);
  requireOk(
    await world
      .api(hr)
      .post(`/user/${employee.id}/change`, { type: "change", effective_on: since, parent_id: director.id }),
  );
  expect(await lines()).toEqual([line(employee, director, begun, since)]);
});

test("a leaver's dotted lines go to the successor, except the successor's own", async () => {
  const { employee, manager, hr } = world;
  requireOk(await save(employee, { dotted_ids: [director.id] }));
  requireOk(await save(colleague, { dotted_ids: [director.id, hr.id] }));
  requireOk(await save(hr, { dotted_ids: [director.id], parent_id: null }));
  const list = requireOk(await world.api(hr).get(`/user/${director.id}/leaving`)).body.data.handover;
  expect(list.find(({ kind }: { kind: string }) => kind === "dotted")).toMatchObject({ count: 3 });
  const mark = server.published.length;
  await leave(director, hr);
  const left = (await chart()).dotted;
  expect(left.toSorted((a: { user_id: number }, b: { user_id: number }) => a.user_id - b.user_id)).toEqual(
    [employee, colleague]
      .map(({ id }) => ({ user_id: id, manager_id: hr.id }))
      .toSorted((a, b) => a.user_id - b.user_id),
  );
  const recipients = world
    .events(mark)
    .flatMap(({ event }) => (event.type === "user.updated" ? [(event.data as { id: number }).id] : []));
  expect(recipients).toEqual(expect.arrayContaining([employee.id, colleague.id, hr.id]));
  await leave(employee, manager);
  expect((await chart(hr)).dotted).toEqual([{ user_id: colleague.id, manager_id: hr.id }]);
});
