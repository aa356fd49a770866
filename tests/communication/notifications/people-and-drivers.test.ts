import { announceChanges } from "../../../server/people/employment/change-notifications";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { applyEmploymentChanges } from "../../../workers/people/employment/employment-changes";
import { wednesdayAt } from "../../bookings/bookings/rooms";
import { type PeopleFixture, peopleFixture } from "../../people/people/fixtures";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { type SentNotification, notificationsSince } from "./worker";

const server = testServer();
let org: PeopleFixture;
let world: World;
beforeEach(async () => {
  org = await peopleFixture(server);
  ({ world } = org);
  await server.owner.query("UPDATE app_user SET left_on = NULL WHERE id = $1", [world.employee.id]);
});

const wordsOf = (all: readonly SentNotification[]) =>
  JSON.stringify(all.map(({ message, because, next }) => [message, because, next]));

async function sentDuring(act: () => Promise<unknown>): Promise<[number, string][]> {
  const mark = server.published.length;
  await act();
  const all = notificationsSince(world, mark);
  expect(wordsOf(all)).not.toMatch(/4[,.]?200|4[,.]?300/);
  return all.map(({ user, message }) => [user, message]);
}
const day = async (from: number) =>
  (
    await world.tx((tx) =>
      tx.one<{ day: string }>(unnamedSql("SELECT (tenant_today() + $1::int)::text AS day"), [from]),
    )
  )?.day as string;
const plan = async (on: string, body: object) =>
  requireOk(
    await world
      .api(world.hr)
      .post(`/user/${world.employee.id}/change`, { type: "promotion", effective_on: on, ...body }),
  ).body.data as { id: number };
const comeTo = (id: number, days: number) =>
  server.owner.query("UPDATE employment_change SET effective_on = effective_on - $2::int WHERE id = $1", [id, days]);

describe("change of manager", () => {
  const change = (by: Person, body: object) => async () =>
    requireOk(await world.api(by).post(`/user/${world.employee.id}`, body));

  test("an unchanged manager sends no notification, and the actor isn't notified", async () => {
    expect(await sentDuring(change(world.hr, { location: "Mersin" }))).toEqual([]);
    expect(await sentDuring(change(world.hr, { parent_id: world.manager.id }))).toEqual([]);
    const own = await sentDuring(change(world.admin, { parent_id: world.admin.id }));
    expect(own.map(([user]) => user)).toEqual([world.employee.id]);
  });

  test("a change of manager notifies the employee and the new manager", async () => {
    const [to, of] = await sentDuring(change(world.hr, { parent_id: org.director.id }));
    expect(to).toEqual([world.employee.id, "Your manager is now Dara Director"]);
    expect(of).toEqual([org.director.id, expect.stringMatching(/ now reports to you$/)]);
    expect(await sentDuring(change(world.hr, { parent_id: null }))).toEqual([
      [world.employee.id, "You no longer have a manager"],
    ]);
  });

  test("a new user's manager is notified, unless they added the user", async () => {
    const add = (email: string, parent_id: number) => async () =>
      requireOk(
        await world
          .api(world.hr)
          .post("/user", { fullname: "Hana Kim", email, role_id: world.roles.employee, parent_id }),
      );
    expect(await sentDuring(add("hana@newcomers.test", world.hr.id))).toEqual([]);
    expect(await sentDuring(add("kim@newcomers.test", org.director.id))).toEqual([
      [org.director.id, "Hana Kim now reports to you"],
    ]);
  });

  test("a planned change of manager notifies once, on its effective day", async () => {
    const { id } = await plan(await day(5), { parent_id: org.director.id, salary: "4300" });
    await comeTo(id, 5);
    const run = () => applyEmploymentChanges(server.platform.unitOfWork, world.tenantId);
    expect((await sentDuring(run)).map(([user]) => user)).toEqual([world.employee.id, org.director.id]);
    expect(await sentDuring(run)).toEqual([]);
  });
});

describe("the day before a planned change", () => {
  const announce = () => world.tx(announceChanges);

  test("a planned change is announced only the day before, and not if withdrawn", async () => {
    const { id } = await plan(await day(2), { location: "Mersin" });
    expect(await sentDuring(announce)).toEqual([]);
    await comeTo(id, 2);
    expect(await sentDuring(announce)).toEqual([]);
    const { id: other } = await plan(await day(1), { contract_type: "temporary" });
    requireOk(await world.api(world.hr).delete(`/employment-change/${other}`));
    expect(await sentDuring(announce)).toEqual([]);
    await server.owner.query(
      `INSERT INTO employment_change (tenant_id, user_id, type, effective_on, requested_by)
       VALUES ($1, $2, 'resignation', $3, $4)`,
      [world.tenantId, world.employee.id, await day(1), world.hr.id],
    );
    expect(await sentDuring(announce)).toEqual([]);
  });

  test("a planned change notifies only the employee, once with concurrent workers", async () => {
    await plan(await day(1), { salary: "4300" });
    const mark = server.published.length;
    const ended = await runSerialized(server, world, announceChanges);
    expect(ended).toMatchObject([
      { status: "fulfilled", value: 1 },
      { status: "fulfilled", value: 0 },
    ]);
    const all = notificationsSince(world, mark);
    expect(all.map(({ user, kind }) => [user, kind])).toEqual([[world.employee.id, "employment.tomorrow"]]);
    expect(all[0]?.message).toMatch(/^A change to your employment takes effect tomorrow, /);
    expect(wordsOf(all)).not.toContain("4300");
  });
});

describe("drivers with an account", () => {
  let car: number;
  const post = async (by: Person, url: string, body: object) =>
    requireOk(await world.api(by).post(url, body)).body.data as { id: number };
  beforeEach(async () => {
    const facts = { name: "Ford Transit", type: "minibus", plate_number: "22 E 4417", seats: 9, licence_class: "D1" };
    car = (await post(world.admin, "/car", facts)).id;
  });
  const driver = async (who: Person) =>
    (await post(world.admin, "/driver", { user_id: who.id, licence_classes: ["D1"], licence_expires_on: "2090-01-01" }))
      .id;
  const requestedTrip = async (overrides: object = {}) => {
    const trip = { bookable_type: "car", car_type: "minibus", title: "Erbil to Duhok", seats: 5, driver_needed: true };
    const when = { start_date: wednesdayAt("07:00"), end_date: wednesdayAt("16:00") };
    return (await post(world.employee, "/booking", { ...trip, ...when, ...overrides })).id;
  };
  const approve =
    (id: number, driver_id: number, by = world.admin) =>
    () =>
      world.api(by).put(`/booking/${id}/approve`, { car_id: car, driver_id });

  test("drivers are notified once of each trip, cancellation and change", async () => {
    const drives = await driver(org.colleague);
    const id = await requestedTrip();
    expect(await sentDuring(approve(id, drives))).toEqual([[org.colleague.id, "You are the driver: Erbil to Duhok"]]);
    expect(await sentDuring(approve(id, drives))).toEqual([]);
    const move = (from: string) => () =>
      world.api(world.employee).put(`/booking/${id}`, { start_date: wednesdayAt(from) });
    const note = () => world.api(world.employee).put(`/booking/${id}`, { note: "Two bags" });
    expect(await sentDuring(note)).toEqual([]);
    const removedDriverMessages = [[org.colleague.id, "You are no longer the driver: Erbil to Duhok"]];
    expect(await sentDuring(move("08:00"))).toEqual(removedDriverMessages);
    expect(await sentDuring(move("09:00"))).toEqual([]);
    await sentDuring(approve(id, drives));
    const cancel = () => world.api(world.employee).delete(`/booking/${id}`);
    expect(await sentDuring(cancel)).toEqual(removedDriverMessages);
    expect(await sentDuring(cancel)).toEqual([]);
  });

  test("drivers get no notification of own approvals and no private trip details", async () => {
    const own = await requestedTrip();
    expect(await sentDuring(approve(own, await driver(world.admin)))).toEqual([]);
    requireOk(await world.api(world.employee).delete(`/booking/${own}`));
    const id = await requestedTrip({ private: true });
    const drives = await driver(org.colleague);
    expect(await sentDuring(approve(id, drives))).toEqual([[org.colleague.id, "You are the driver of a private trip"]]);
    const mark = server.published.length;
    requireOk(await world.api(world.employee).delete(`/booking/${id}`));
    const ofDriver = world.events(mark).filter(({ stream }) => stream === `user:${org.colleague.id}`);
    expect(ofDriver.map(({ event }) => [event.type, event.actor])).toEqual([["notification.created", null]]);
    expect(JSON.stringify(ofDriver)).not.toMatch(/Duhok/);
  });
});
