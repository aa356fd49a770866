import { UserEntity } from "../../server/people/user.entity";
import { createActing } from "../../server/org-chart/acting.service";
import { handOverDotted, saveDotted } from "../../server/people/dotted-lines.service";
import { unnamed } from "../../server/platform/database/unit-of-work";
import { applyEmploymentChanges } from "../../workers/employment/employment-changes";
import type { Acting } from "../../shared/org-chart/acting.contract";
import { organisation } from "../people/organisation";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { ok } from "../tasks/board";

/** Dotted lines to further managers, and who acts in somebody's position. */
const server = testServer();

let world: World;
let director: Person;
let colleague: Person;
let org: Awaited<ReturnType<typeof organisation>>;
beforeEach(async () => {
  org = await organisation(server);
  ({ world, director, colleague } = org);
});

const day = async (from: number): Promise<string> =>
  (await world.tx((tx) => tx.one<{ day: string }>(unnamed("SELECT (tenant_today() + $1::int)::text AS day"), [from])))
    ?.day as string;
const save = (person: Person, body: object, by: Person = world.hr) => world.api(by).post(`/user/${person.id}`, body);
const chart = async (by: Person = world.employee, on?: string) =>
  ok(await world.api(by).get(`/organization-chart${on ? `?as_of=${on}` : ""}`)).body.data;
const page = async (person: Person, by: Person = world.employee) =>
  ok(await world.api(by).get(`/user/${person.id}`)).body.data;
const byNumber = (one: number, other: number) => one - other;
const ids = (people: { id: number }[]) => people.map(({ id }) => id);
const leave = async (person: Person, successor: Person) =>
  ok(
    await world.api(world.admin).post(`/user/${person.id}/leaving`, {
      type: "resignation",
      last_day: await day(0),
      successor_id: successor.id,
    }),
  );

describe("dotted lines", () => {
  test("refused: without user-edit, to themself, to their manager, to whoever can't lead; the database refuses as well", async () => {
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
        unnamed(
          "INSERT INTO dotted_line (tenant_id, user_id, manager_id) VALUES (current_tenant(), $1, $2) RETURNING id",
        ),
        [user, to],
      );
    const other = await server.world();
    for (const to of [employee.id, other.manager.id]) await expect(world.tx(line(employee.id, to))).rejects.toThrow();
    const [first, second] = await oneAtATime(server, world, line(employee.id, director.id));
    expect([first?.status, second?.status]).toEqual(["fulfilled", "rejected"]);
  });

  test("in the chart and on both pages, live; what is left out stays; as of a day; whoever leads is beside them no more", async () => {
    const { employee, hr } = world;
    const mark = server.published.length;
    ok(await save(employee, { dotted_ids: [director.id, hr.id, hr.id] }));
    expect(world.events(mark).map(({ event }) => event.type)).toEqual(["user.updated"]);
    ok(await save(employee, { location: "Duhok" }));
    const line = (manager: Person) => ({ user_id: employee.id, manager_id: manager.id });
    expect((await chart()).dotted).toEqual([line(director), line(hr)].toSorted((a, b) => a.manager_id - b.manager_id));
    expect(ids((await page(employee)).dotted).toSorted(byNumber)).toEqual([director.id, hr.id].toSorted(byNumber));
    expect(ids((await page(director)).dotted_reports)).toEqual([employee.id]);
    // Yesterday it wasn't there; what ended today was there yesterday.
    for (const { id } of [director, employee])
      await world.tx((tx) => tx.repo(UserEntity).update({ id }, { joinedOn: "2020-01-01" }));
    const yesterday = await day(-1);
    expect((await chart(employee, yesterday)).dotted).toEqual([]);
    await server.owner.query("UPDATE dotted_line SET begun_on = begun_on - 3 WHERE manager_id = $1", [director.id]);
    ok(await save(employee, { dotted_ids: [hr.id] }));
    expect([(await chart()).dotted, (await chart(employee, yesterday)).dotted]).toEqual([[line(hr)], [line(director)]]);
    ok(await world.api(world.admin).post(`/user/${employee.id}`, { parent_id: hr.id }));
    expect([(await chart()).dotted, (await page(employee)).dotted]).toEqual([[], []]);
    ok(await save(employee, { dotted_ids: [] }));
  });

  test("made with the hiring; a newcomer who has left no trace is deleted with them", async () => {
    const body = {
      fullname: "Nour",
      email: "nour@acme.test",
      role_id: world.roles.employee,
      dotted_ids: [director.id],
    };
    const { id } = ok(await world.api(world.hr).post("/user", body)).body.data;
    expect((await chart()).dotted).toEqual([{ user_id: id, manager_id: director.id }]);
    ok(await world.api(world.admin).delete(`/user/${id}`));
    expect((await chart()).dotted).toEqual([]);
  });

  test("given to the successor at the same moment as handed over to them it is one line", async () => {
    const { employee, manager } = world;
    ok(await save(employee, { dotted_ids: [director.id] }));
    const ended = await oneAtATime<unknown>(
      server,
      world,
      (tx) => saveDotted(tx, { id: employee.id, parentId: manager.id }, [director.id, colleague.id]),
      (tx) => handOverDotted(tx, director.id, colleague.id),
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

  test("handed over after a gap of the worker they begin on the day that was meant, or when they came if that is later", async () => {
    const { employee, hr } = world;
    const other = await world.person("employee");
    for (const { id } of [employee, colleague, director, hr])
      await world.tx((tx) => tx.repo(UserEntity).update({ id }, { joinedOn: "2020-01-01" }));
    ok(await save(employee, { dotted_ids: [director.id] }));
    ok(await save(director, { dotted_ids: [hr.id] }));
    const begun = await day(-30);
    await server.owner.query("UPDATE dotted_line SET begun_on = $2 WHERE tenant_id = $1", [world.tenantId, begun]);
    const leaving = { type: "resignation", last_day: await day(2), successor_id: colleague.id };
    ok(await world.api(hr).post(`/user/${director.id}/leaving`, leaving));
    // Nobody worked for a week; on two days of it HR did.
    await server.owner.query("UPDATE employment_change SET effective_on = effective_on - 7 WHERE tenant_id = $1", [
      world.tenantId,
    ]);
    await server.owner.query("UPDATE app_user SET left_on = left_on - 7 WHERE id = $1", [director.id]);
    ok(await save(hr, { dotted_ids: [director.id] }));
    const later = await day(-1);
    await server.owner.query("UPDATE dotted_line SET begun_on = $2 WHERE user_id = $1", [hr.id, later]);
    ok(await save(other, { dotted_ids: [colleague.id] }));
    ok(await save(other, { dotted_ids: [director.id] }));
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
    // The chart of a day within the gap shows each once.
    const shown = (await chart(hr, await day(-3))).dotted as { user_id: number; manager_id: number }[];
    expect(shown.filter(({ user_id }) => user_id === employee.id)).toEqual([
      { user_id: employee.id, manager_id: colleague.id },
    ]);
  });

  test("whoever has led somebody since a day that is past is beside them no more since then", async () => {
    const { employee, hr } = world;
    ok(await save(employee, { dotted_ids: [director.id] }));
    const begun = await day(-30);
    await server.owner.query("UPDATE dotted_line SET begun_on = $2 WHERE tenant_id = $1", [world.tenantId, begun]);
    const since = await day(-3);
    ok(
      await world
        .api(hr)
        .post(`/user/${employee.id}/change`, { type: "change", effective_on: since, parent_id: director.id }),
    );
    expect(await lines()).toEqual([line(employee, director, begun, since)]);
  });

  test("a leaver's are their successor's, but where that is the person or leads them; their own end", async () => {
    const { employee, manager, hr } = world;
    ok(await save(employee, { dotted_ids: [director.id] }));
    ok(await save(colleague, { dotted_ids: [director.id, hr.id] }));
    ok(await save(hr, { dotted_ids: [director.id], parent_id: null }));
    const list = ok(await world.api(hr).get(`/user/${director.id}/leaving`)).body.data.handover;
    expect(list.find(({ kind }: { kind: string }) => kind === "dotted")).toMatchObject({ count: 3 });
    const mark = server.published.length;
    await leave(director, hr);
    const left = (await chart()).dotted;
    expect(left.toSorted((a: { user_id: number }, b: { user_id: number }) => a.user_id - b.user_id)).toEqual(
      [employee, colleague]
        .map(({ id }) => ({ user_id: id, manager_id: hr.id }))
        .toSorted((a, b) => a.user_id - b.user_id),
    );
    const told = world
      .events(mark)
      .flatMap(({ event }) => (event.type === "user.updated" ? [(event.data as { id: number }).id] : []));
    expect(told).toEqual(expect.arrayContaining([employee.id, colleague.id, hr.id]));
    await leave(employee, manager);
    expect((await chart(hr)).dotted).toEqual([{ user_id: colleague.id, manager_id: hr.id }]);
  });
});

describe("acting", () => {
  const add = async (more: object = {}, by: Person = world.hr) =>
    world.api(by).post("/acting", {
      user_id: world.manager.id,
      acting_id: colleague.id,
      starts_on: await day(-3),
      ends_on: await day(3),
      ...more,
    });
  const acts = async (by?: Person, on?: string) =>
    ((await chart(by, on)).acting as Acting[]).map(({ user, acting }) => [user.id, acting.id]);

  test("refused: without user-edit, who isn't here, oneself, days turned round or over, and days that somebody has", async () => {
    for (const person of [world.manager, world.employee])
      expect((await add({}, person)).body.code).toBe("permission.denied");
    for (const field of ["user_id", "acting_id"])
      for (const id of [999_999, world.external.id])
        expect((await add({ [field]: id })).body.errors).toHaveProperty(field);
    expect((await add({ acting_id: world.manager.id })).body.errors).toHaveProperty("acting_id");
    expect((await add({ ends_on: await day(-4) })).body.errors).toHaveProperty("ends_on");
    expect((await add({ starts_on: await day(-9), ends_on: await day(-4) })).body.errors).toHaveProperty("ends_on");
    const { id } = ok(await add()).body.data;
    expect(
      (await add({ starts_on: await day(3), ends_on: await day(9), acting_id: director.id })).body.errors,
    ).toHaveProperty("starts_on");
    ok(await add({ starts_on: await day(4), ends_on: await day(9) }));
    const change = async (more: object) =>
      world.api(world.hr).put(`/acting/${id}`, {
        acting_id: colleague.id,
        starts_on: await day(-3),
        ends_on: await day(3),
        ...more,
      });
    expect((await change({ ends_on: await day(5) })).body.errors).toHaveProperty("starts_on");
    ok(await change({ acting_id: director.id, version: 1 }));
    expect((await change({ version: 1 })).body).toMatchObject({ code: "organisation.stale", data: { version: 2 } });
    await server.owner.query("UPDATE acting SET period = daterange('2026-01-01', '2026-02-01') WHERE id = $1", [id]);
    expect([(await change({})).status, (await world.api(world.hr).delete(`/acting/${id}`)).status]).toEqual([404, 404]);
  });

  test("shown in the chart of its days and on both pages, live; ended, past days keep it", async () => {
    const { manager, employee, hr } = world;
    for (const { id } of [manager, colleague])
      await world.tx((tx) => tx.repo(UserEntity).update({ id }, { joinedOn: "2020-01-01" }));
    const mark = server.published.length;
    const { id } = ok(await add()).body.data;
    const later = ok(await add({ starts_on: await day(10), ends_on: await day(12), acting_id: director.id })).body.data
      .id;
    expect(await acts()).toEqual([[manager.id, colleague.id]]);
    expect(await acts(hr, await day(11))).toEqual([[manager.id, director.id]]);
    expect(await acts(hr, await day(5))).toEqual([]);
    expect(ids((await page(manager)).acting)).toEqual([id]);
    expect(ids((await page(colleague)).acts_for)).toEqual([id]);
    // What is to come is read by those who look after records.
    expect(ids((await page(manager, hr)).acting)).toEqual([id, later]);
    expect(ids((await page(director)).acts_for)).toEqual([]);
    ok(await world.api(hr).delete(`/acting/${id}`));
    ok(await world.api(hr).delete(`/acting/${later}`));
    expect([await acts(), await acts(employee, await day(-1)), await acts(hr, await day(11))]).toEqual([
      [],
      [[manager.id, colleague.id]],
      [],
    ]);
    expect(world.events(mark).map(({ event }) => [event.type, event.data])).toEqual(
      Array.from({ length: 4 }, () => ["acting.changed", { id: manager.id }]),
    );
  });

  test("of two at the same moment one acts; whoever leaves acts for nobody, and nobody for them", async () => {
    const { manager, hr } = world;
    const input = { user_id: manager.id, acting_id: colleague.id, starts_on: await day(-3), ends_on: await day(3) };
    const made = await oneAtATime(server, world, (tx) => createActing(tx, input));
    expect(made).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: { code: "request.invalid" } }]);
    ok(await add({ user_id: director.id, acting_id: manager.id }));
    const ending = ok(await world.api(hr).get(`/user/${manager.id}/leaving`)).body.data.ending;
    expect(ending.find(({ kind }: { kind: string }) => kind === "acting")).toMatchObject({ count: 2 });
    await leave(manager, director);
    const open = await server.owner.query("SELECT FROM acting WHERE tenant_id = $1 AND upper(period) > $2", [
      world.tenantId,
      await day(0),
    ]);
    expect([await acts(hr), open]).toEqual([[], []]);
  });
});
