import { announceChanges } from "../../server/employment/announce-changes.service";
import { unnamed } from "../../server/platform/database/unit-of-work";
import { applyEmploymentChanges } from "../../workers/employment/employment-changes";
import { at } from "../bookings/rooms";
import { type Organisation, organisation } from "../people/organisation";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { ok } from "../tasks/board";
import { type Told, toldSince } from "./worker";

const server = testServer();
let org: Organisation;
let world: World;
beforeEach(async () => {
  org = await organisation(server);
  ({ world } = org);
  await server.owner.query("UPDATE app_user SET left_on = NULL WHERE id = $1", [world.employee.id]);
});

/** What is told, without ids and addresses: any digits may stand in them. */
const wordsOf = (all: readonly Told[]) =>
  JSON.stringify(all.map(({ message, because, next }) => [message, because, next]));

/** Whom the act told what, and whether anything of it says what they earn. */
async function told(act: () => Promise<unknown>): Promise<[number, string][]> {
  const mark = server.published.length;
  await act();
  const all = toldSince(world, mark);
  expect(wordsOf(all)).not.toMatch(/4[,.]?200|4[,.]?300/);
  return all.map(({ user, message }) => [user, message]);
}
const day = async (from: number) =>
  (await world.tx((tx) => tx.one<{ day: string }>(unnamed("SELECT (tenant_today() + $1::int)::text AS day"), [from])))
    ?.day as string;
const plan = async (on: string, body: object) =>
  ok(
    await world
      .api(world.hr)
      .post(`/user/${world.employee.id}/change`, { type: "promotion", effective_on: on, ...body }),
  ).body.data as { id: number };
const comeTo = (id: number, days: number) =>
  server.owner.query("UPDATE employment_change SET effective_on = effective_on - $2::int WHERE id = $1", [id, days]);

describe("a manager", () => {
  const change = (by: Person, body: object) => async () =>
    ok(await world.api(by).post(`/user/${world.employee.id}`, body));

  test("nobody is told of another change, of the same manager again, or of what they did themselves", async () => {
    expect(await told(change(world.hr, { location: "Mersin" }))).toEqual([]);
    expect(await told(change(world.hr, { parent_id: world.manager.id }))).toEqual([]);
    const own = await told(change(world.admin, { parent_id: world.admin.id }));
    expect(own.map(([user]) => user)).toEqual([world.employee.id]);
  });

  test("who has another, and who is it now, are told; and that there is none any more", async () => {
    const [to, of] = await told(change(world.hr, { parent_id: org.director.id }));
    expect(to).toEqual([world.employee.id, "Your manager is now Dara Director"]);
    expect(of).toEqual([org.director.id, expect.stringMatching(/ now reports to you$/)]);
    expect(await told(change(world.hr, { parent_id: null }))).toEqual([
      [world.employee.id, "You no longer have a manager"],
    ]);
  });

  test("of somebody new their manager alone is told, unless it was they who added them", async () => {
    const add = (email: string, parent_id: number) => async () =>
      ok(
        await world
          .api(world.hr)
          .post("/user", { fullname: "Hana Kim", email, role_id: world.roles.employee, parent_id }),
      );
    expect(await told(add("hana@newcomers.test", world.hr.id))).toEqual([]);
    expect(await told(add("kim@newcomers.test", org.director.id))).toEqual([
      [org.director.id, "Hana Kim now reports to you"],
    ]);
  });

  test("from a planned day on: once, however often the worker runs", async () => {
    const { id } = await plan(await day(5), { parent_id: org.director.id, salary: "4300" });
    await comeTo(id, 5);
    const run = () => applyEmploymentChanges(server.platform.unitOfWork, world.tenantId);
    expect((await told(run)).map(([user]) => user)).toEqual([world.employee.id, org.director.id]);
    expect(await told(run)).toEqual([]);
  });
});

describe("the day before a planned change", () => {
  const announce = () => world.tx(announceChanges);

  test("not earlier, not on the day, not of what was withdrawn, nor of somebody's last day", async () => {
    const { id } = await plan(await day(2), { location: "Mersin" });
    expect(await told(announce)).toEqual([]);
    await comeTo(id, 2);
    expect(await told(announce)).toEqual([]);
    const { id: other } = await plan(await day(1), { contract_type: "temporary" });
    ok(await world.api(world.hr).delete(`/employment-change/${other}`));
    expect(await told(announce)).toEqual([]);
    await server.owner.query(
      `INSERT INTO employment_change (tenant_id, user_id, type, effective_on, requested_by)
       VALUES ($1, $2, 'resignation', $3, $4)`,
      [world.tenantId, world.employee.id, await day(1), world.hr.id],
    );
    expect(await told(announce)).toEqual([]);
  });

  test("its person alone is told, once, by one of two workers at the same moment", async () => {
    await plan(await day(1), { salary: "4300" });
    const mark = server.published.length;
    const ended = await oneAtATime(server, world, announceChanges);
    expect(ended).toMatchObject([
      { status: "fulfilled", value: 1 },
      { status: "fulfilled", value: 0 },
    ]);
    const all = toldSince(world, mark);
    expect(all.map(({ user, kind }) => [user, kind])).toEqual([[world.employee.id, "employment.tomorrow"]]);
    expect(all[0]?.message).toMatch(/^A change to your employment takes effect tomorrow, /);
    expect(wordsOf(all)).not.toContain("4300");
  });
});

describe("a driver who has an account", () => {
  let car: number;
  const post = async (by: Person, url: string, body: object) =>
    ok(await world.api(by).post(url, body)).body.data as { id: number };
  beforeEach(async () => {
    const facts = { name: "Ford Transit", type: "minibus", plate_number: "22 E 4417", seats: 9, licence_class: "D1" };
    car = (await post(world.admin, "/car", facts)).id;
  });
  const driver = async (who: Person) =>
    (await post(world.admin, "/driver", { user_id: who.id, licence_classes: ["D1"], licence_expires_on: "2090-01-01" }))
      .id;
  const asked = async (more: object = {}) => {
    const trip = { bookable_type: "car", car_type: "minibus", title: "Erbil to Duhok", seats: 5, driver_needed: true };
    const when = { start_date: at("07:00"), end_date: at("16:00") };
    return (await post(world.employee, "/booking", { ...trip, ...when, ...more })).id;
  };
  const approve =
    (id: number, driver_id: number, by = world.admin) =>
    () =>
      world.api(by).put(`/booking/${id}/approve`, { car_id: car, driver_id });

  test("is told that they drive, once, and that it was cancelled or has to be decided anew", async () => {
    const drives = await driver(org.colleague);
    const id = await asked();
    expect(await told(approve(id, drives))).toEqual([[org.colleague.id, "You drive: Erbil to Duhok"]]);
    expect(await told(approve(id, drives))).toEqual([]); // refused: it is decided
    const move = (from: string) => () => world.api(world.employee).put(`/booking/${id}`, { start_date: at(from) });
    const note = () => world.api(world.employee).put(`/booking/${id}`, { note: "Two bags" });
    expect(await told(note)).toEqual([]);
    const taken = [[org.colleague.id, "You no longer drive: Erbil to Duhok"]];
    expect(await told(move("08:00"))).toEqual(taken);
    expect(await told(move("09:00"))).toEqual([]);
    await told(approve(id, drives));
    const cancel = () => world.api(world.employee).delete(`/booking/${id}`);
    expect(await told(cancel)).toEqual(taken);
    expect(await told(cancel)).toEqual([]);
  });

  test("isn't told what they approved themselves, nor what a private trip is about and whose it is", async () => {
    const own = await asked();
    expect(await told(approve(own, await driver(world.admin)))).toEqual([]);
    ok(await world.api(world.employee).delete(`/booking/${own}`));
    const id = await asked({ private: true });
    const drives = await driver(org.colleague);
    expect(await told(approve(id, drives))).toEqual([[org.colleague.id, "You drive a private trip"]]);
    const mark = server.published.length;
    ok(await world.api(world.employee).delete(`/booking/${id}`));
    const ofDriver = world.events(mark).filter(({ stream }) => stream === `user:${org.colleague.id}`);
    expect(ofDriver.map(({ event }) => [event.type, event.actor])).toEqual([["notification.created", null]]);
    expect(JSON.stringify(ofDriver)).not.toMatch(/Duhok/);
  });
});
