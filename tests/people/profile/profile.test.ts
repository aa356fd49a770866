import { changeOwnProfile } from "../../../server/people/profile/own-profile.service";
import { UserEntity } from "../../../server/people/people/user.entity";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { catchUpFlow } from "../../../server/insights/analytics/flow.service";
import { peopleFixture } from "../people/fixtures";
import { columnsOf, newProject, newTask } from "../../work/projects/projects";
import { multipart } from "../../support/multipart";
import { runSerialized } from "../../support/serialized";
import { pdf } from "../../support/sample-files";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

let world: World;
let org: Awaited<ReturnType<typeof peopleFixture>>;
beforeEach(async () => {
  org = await peopleFixture(server);
  ({ world } = org);
});

const own = async (person: Person) => requireOk(await world.api(person).get("/user/profile")).body.data;
const change = (person: Person, body: object) => world.api(person).put("/user/profile", body);

describe("own profile", () => {
  test("invalid profile fields get 422, and a stale version gets 409", async () => {
    expect(Object.keys((await change(world.employee, { phone_number: "call me" })).body.errors)).toEqual([
      "phone_number",
    ]);
    const { version } = await own(world.employee);
    requireOk(await change(world.employee, { city: "Duhok", version }));
    const late = await change(world.employee, { city: "Erbil", version });
    expect([late.status, late.body.code, (await own(world.employee)).city]).toEqual([409, "user.stale", "Duhok"]);
  });

  test("users change their contact data, but not name, role, salary or manager", async () => {
    const before = await own(world.employee);
    const mark = server.published.length;
    const ownFields = { phone_number: "+964 750 000 0000", location: "Zakho", address: "Old bridge 1", city: "Zakho" };
    const otherFields = { fullname: "The Boss", role_id: world.roles.administrator, salary: "9999", parent_id: null };
    const { data } = requireOk(await change(world.employee, { ...ownFields, ...otherFields })).body;
    const { fullname, role, salary, parent_id } = before;
    expect(data).toMatchObject({ ...ownFields, fullname, role, salary, parent_id, version: before.version + 1 });
    const emitted = world.events(mark).map(({ stream, event }) => [stream, event.type]);
    expect(emitted).toEqual([[`directory:${world.tenantId}`, "user.updated"]]);
    expect(JSON.stringify(world.events(mark))).not.toContain("Old bridge");
    // Creates the private row of a user who has none.
    expect(requireOk(await change(org.colleague, { city: "Soran", address: "" })).body.data).toMatchObject({
      city: "Soran",
    });
  });

  test("users can't change their location from or to a location with holidays or news", async () => {
    requireOk(await change(world.employee, { location: "Zakho" }));
    const hr = world.api(world.hr);
    requireOk(await hr.post("/leave/holiday", { date: "2027-10-20", name: "Harvest", location: "Duhok" }));
    const audience = { everyone: false, locations: ["Soran"] };
    requireOk(await hr.post("/news", { texts: [{ language: "en", title: "The new gate" }], language: "en", audience }));
    for (const location of ["Duhok", "duhok", "SORAN"]) {
      const answer = await change(world.employee, { location });
      expect([location, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([location, 422, ["location"]]);
    }
    requireOk(await change(world.employee, { location: "Amedi" }));
    requireOk(await hr.post(`/user/${world.employee.id}`, { location: "Duhok" }));
    for (const location of ["Amedi", ""]) expect((await change(world.employee, { location })).status).toBe(422);
    requireOk(await change(world.employee, { location: "Duhok", city: "Zakho" }));
  });

  test("two changes of the same profile version: the second gets 409", async () => {
    const { version } = await own(world.employee);
    const actor = { id: world.employee.id, permissions: new Set(), external: false } as never;
    const to = (city: string) => (tx: Tx) => changeOwnProfile(tx, actor, { city, version } as never);
    const [first, second] = await runSerialized(server, world, to("One"), to("Two"));
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "user.stale" } });
  });
});

test("a signature is a drawing or image, visible only to its owner and HR", async () => {
  const send = (value: Buffer, filename: string) =>
    world.api(world.employee).send({
      method: "POST",
      url: "/user/signature",
      ...multipart([{ name: "signature", value, filename }]),
    });
  expect(Object.keys((await send(pdf(), "sign.pdf")).body.errors)).toEqual(["signature"]);
  const missing = await world.api(world.employee).post("/user/signature", {});
  expect(Object.keys(missing.body.errors)).toEqual(["signature"]);
  // SVG in the form that signature_pad generates.
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 300 120" width="300" height="120"><path d="M 10,10 C 12,14 20,40 60,60" stroke-width="2.1" stroke="black" fill="none" stroke-linecap="round"></path><circle r="1.5" cx="80" cy="60" fill="black"></circle></svg>`;
  const { signature } = requireOk(await send(Buffer.from(drawn), "signature.svg")).body;
  expect((await own(world.employee)).signature).toBe(signature);
  for (const [person, status] of [
    [world.employee, 200],
    [world.hr, 200],
    [org.colleague, 404],
    [world.manager, 404],
  ] as const)
    expect((await world.api(person).get(signature)).status).toBe(status);
});

describe("performance", () => {
  const of = (reader: Person, person: Person) => world.api(reader).get(`/user/profile/${person.id}/performance`);

  test("performance is visible only to the employee and the managers above", async () => {
    for (const reader of [world.employee, world.manager, org.director]) requireOk(await of(reader, world.employee));
    for (const reader of [org.colleague, world.hr, world.admin]) {
      const answer = await of(reader, world.employee);
      expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
    }
    expect((await of(world.employee, world.manager)).status).toBe(403);
    // A manager who became external loses access to the employee's performance.
    await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { external: true }));
    expect((await of(world.manager, world.employee)).body.code).toBe("permission.denied");
    requireOk(await of(world.manager, world.manager));
  });

  test("performance counts finished and timely tasks, durations and logged time", async () => {
    const project = await newProject(world, { members: [{ user_id: world.employee.id, role: "member" }] });
    const [, doing, done] = await columnsOf(world, project.id);
    const manager = world.api(world.manager);
    for (const [title, due_date, to] of [
      ["In time", "2099-01-01", done],
      ["Late", "2020-01-01", done],
      ["Whenever", null, done],
      ["Not yet", null, doing],
    ] as const) {
      const task = await newTask(world, project.id, { title, due_date, users: [world.employee.id] });
      for (const column of to === done ? [doing, done] : [doing])
        requireOk(await manager.put(`/task/${task.id}/status-update`, { task_status_id: column?.id }));
    }
    await world.tx((tx) => catchUpFlow(tx, project.id));
    const { data } = requireOk(await of(world.employee, world.employee)).body;
    expect(data).toMatchObject({ finished: 3, finished_before: 0, due: 2, on_time: 1, cycle_days: null });
    expect([data.weeks.length, data.weeks.at(-1)]).toEqual([
      12,
      { monday: expect.any(String), finished: 3, minutes: 0, due: 2, on_time: 1, cycle_days: 0 },
    ]);
    expect(data.weeks[0]).toMatchObject({ finished: 0, due: 0, on_time: 0, cycle_days: null });
    expect(requireOk(await of(world.manager, world.manager)).body.data.finished).toBe(0);
  });
});
