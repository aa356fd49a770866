import { housekeepingSchedule } from "../../../workers/platform/housekeeping";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { addDays } from "../../../shared/kernel/days";
import { runWhileLocked } from "../../support/serialized";
import { multipart } from "../../support/multipart";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { type PeopleFixture, peopleFixture } from "./fixtures";

const server = testServer();
let org: PeopleFixture;
beforeEach(async () => {
  org = await peopleFixture(server);
});

const mail = (name: string) => `${name}@${org.world.host}`;
const csv = (rows: string[][]) => rows.map((cells) => cells.map((cell) => `"${cell}"`).join(";")).join("\r\n");

async function run(columns: string, rows: string[][], by: Person = org.world.hr): Promise<number> {
  const fields = { columns, role_id: org.world.roles.employee, create_missing: true, partial: true };
  const { status, body } = await org.world.api(by).send({
    method: "POST",
    url: "/user/import",
    ...multipart([
      { name: "file", value: Buffer.from(csv([columns.split(","), ...rows])), filename: "people.csv" },
      ...Object.entries(fields).map(([name, value]) => ({ name, value: String(value) })),
    ]),
  });
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data.id as number;
}
const undo = (id: number, by: Person = org.world.hr) => org.world.api(by).post(`/user/import/undo/${id}`, {});
const as = () => org.world.api(org.world.hr);
const find = async (email: string) => (await as().get(`/user?q=${encodeURIComponent(email)}`)).body.data[0];
const record = async (id: number) => {
  const { version: _, revision: __, ...data } = (await as().get(`/user/${id}`)).body.data;
  return data;
};
const namesOf = async (path: string) =>
  (await as().get(path)).body.data.map(({ name, title }: { name?: string; title?: string }) => name ?? title);

const columns = "email,fullname,department,position,groups,parent,salary,currency,date_of_joining";
const rows = () => [
  [mail("nina"), "Nina New", "Sales", "Seller", "Choir", "", "3000", "EUR", "2024-02-01"],
  [mail("omar"), "Omar New", "Sales", "Seller", "", "Nina New", "", "", "2024-02-01"],
  [org.colleague.email, "", "Sales", "", "Choir", mail("nina"), "4000", "EUR", ""],
];

describe("refused undo", () => {
  test("users can undo only their own import, once and within a day", async () => {
    const { world } = org;
    const id = await run(columns, rows());
    const adds = await org.withRole("Adds", ["user-create"]);
    expect((await undo(id, world.employee)).status).toBe(403);
    expect((await undo(id, adds)).status).toBe(404);
    expect((await undo(id + 1000)).status).toBe(404);
    expect((await world.api(adds).get("/user/import")).body.data).toEqual([]);
    expect((await undo(id)).status).toBe(200);
    expect((await undo(id)).status).toBe(404);
    const late = await run(columns, rows());
    await server.owner.query("UPDATE people_import SET created_at = now() - interval '25 hours' WHERE id = $1", [late]);
    expect((await undo(late)).status).toBe(404);
    expect((await as().get("/user/import")).body.data).toEqual([]);
  });

  test("undo is refused as a whole if a new user signed in, changed or is referenced", async () => {
    const { world } = org;
    const id = await run(columns, rows());
    const [nina, omar] = [await find(mail("nina")), await find(mail("omar"))];
    const reasons = async () => {
      const { status, body } = await undo(id);
      expect([status, body.code]).toEqual([409, "people.importInUse"]);
      expect((await find(mail("nina"))).id).toBe(nina.id);
      return body.data.people as { fullname: string; reason: string }[];
    };
    await server.owner.query("UPDATE app_user SET invited_at = NULL WHERE id = $1", [nina.id]);
    expect(await reasons()).toEqual([{ fullname: "Nina New", reason: "signed_in" }]);
    await server.owner.query("UPDATE app_user SET invited_at = now() WHERE id = $1", [nina.id]);
    const project = await world.api(world.manager).post("/project", {
      title: "P",
      members: [
        { user_id: world.manager.id, role: "owner" },
        { user_id: omar.id, role: "member" },
      ],
    });
    expect(project.status).toBe(201);
    expect(await reasons()).toEqual([{ fullname: "Omar New", reason: "named" }]);
    await as().post(`/user/${omar.id}`, { location: "Erbil" });
    expect(await reasons()).toEqual([{ fullname: "Omar New", reason: "changed" }]);
  });
});

describe("undo of imported working hours", () => {
  const schedules = async (id: number) => (await as().get(`/user/${id}/schedules`)).body.data;
  const setSchedule = (id: number, body: object) => as().post(`/user/${id}/schedule`, body);
  const fullWeek = [0, 480, 480, 480, 480, 480, 0];
  const shortWeek = [0, 480, 480, 480, 0, 0, 0];

  test("is refused when the schedule was changed since", async () => {
    const { colleague } = org;
    const id = await run("email,weekly_hours", [[colleague.email, "20"]]);
    const { today } = await schedules(colleague.id);
    requireOk(await setSchedule(colleague.id, { from: today, minutes: shortWeek }));
    const { status, body } = await undo(id);
    expect([status, body.data?.people]).toEqual([409, [{ fullname: colleague.fullname, reason: "changed" }]]);
    expect((await schedules(colleague.id)).schedules).toEqual([expect.objectContaining({ minutes: shortWeek })]);
  });

  test("continues alternating weeks in their order", async () => {
    const { id } = org.colleague;
    const { today } = await schedules(id);
    const from = addDays(today, -7);
    requireOk(await setSchedule(id, { from, minutes: fullWeek, other: shortWeek }));
    const [before] = (await schedules(id)).schedules;
    expect((await undo(await run("email,weekly_hours", [[org.colleague.email, "20"]]))).status).toBe(200);
    const restored = (await schedules(id)).schedules.at(-1);
    expect(restored).toMatchObject({ minutes: fullWeek, other: shortWeek, anchor: before.anchor });
  });
});

describe("undo of another user's import", () => {
  const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
  const importAsAdministrator = (fields: string, cells: string[][]) => run(fields, cells, org.world.admin);

  test("doesn't raise the actor's own salary or restore their own hours", async () => {
    const { hr } = org.world;
    const lowered = await importAsAdministrator("email,salary,currency", [[hr.email, "1000", "EUR"]]);
    expect(statusAndCode(await undo(lowered))).toEqual([403, "user.ownEmployment"]);
    expect(await record(hr.id)).toMatchObject({ salary: "1000.00" });
    const shortened = await importAsAdministrator("email,weekly_hours", [[hr.email, "20"]]);
    expect(statusAndCode(await undo(shortened))).toEqual([403, "user.ownEmployment"]);
    expect((await undo(shortened, org.world.admin)).status).toBe(200);
  });

  test("doesn't put a user below the actor", async () => {
    const { world, director } = org;
    const report = await world.person("employee", { fullname: "Rana Report", managerId: world.hr.id });
    const id = await importAsAdministrator("email,parent", [[report.email, director.email]]);
    expect(statusAndCode(await undo(id))).toEqual([403, "user.ownAccess"]);
    expect((await find(report.email)).parent.fullname).toBe(director.fullname);
  });

  test("doesn't delete an administrator, nor the actor's manager", async () => {
    const { hr } = org.world;
    const administrator = await importAsAdministrator("email,fullname,role", [
      [mail("ada"), "Ada New", "Administrator"],
    ]);
    expect(statusAndCode(await undo(administrator))).toEqual([403, "permission.denied"]);
    expect(await find(mail("ada"))).toBeDefined();
    const leader = await importAsAdministrator("email,fullname", [[mail("lea"), "Lea New"]]);
    await org.world.api(org.world.admin).post(`/user/${hr.id}`, { parent_id: (await find(mail("lea"))).id });
    expect(statusAndCode(await undo(leader))).toEqual([403, "user.ownEmployment"]);
  });

  test("requires the permissions of the single changes", async () => {
    const changes = await org.withRole("Changes", ["user-create", "user-edit"]);
    const created = await importAsAdministrator("email,fullname", [[mail("nina"), "Nina New"]]);
    expect(statusAndCode(await undo(created, changes))).toEqual([403, "permission.denied"]);
    expect(await find(mail("nina"))).toBeDefined();
    const own = await run("email,fullname", [[mail("omar"), "Omar New"]], changes);
    expect((await undo(own, changes)).status).toBe(200);
  });
});

test("an importer who lost the permission to edit can't undo changes", async () => {
  const { colleague, world } = org;
  const clerk = await org.withRole("Clerk", ["user-create", "user-edit"]);
  const id = await run("email,location", [[colleague.email, "Erbil"]], clerk);
  const roles = (await world.api(world.admin).get("/role")).body.data as { id: number; name: string }[];
  const role = roles.find(({ name }) => name === "Clerk");
  await world.api(world.admin).put(`/role/${role?.id}`, { name: "Clerk", permissions: ["user-create"] });
  expect((await undo(id, clerk)).status).toBe(403);
  expect((await world.api(world.hr).get(`/user/${colleague.id}`)).body.data.location).toBe("Erbil");
});

test("undo deletes added users and restores users, departments and groups", async () => {
  const { colleague } = org;
  const before = await record(colleague.id);
  const places = async () => [
    await namesOf("/department/list"),
    await namesOf("/position/select"),
    await namesOf("/groups/select"),
  ];
  const placesBefore = await places();
  const id = await run(columns, rows());
  expect(await record(colleague.id)).toMatchObject({
    department: { name: "Sales" },
    parent: { fullname: "Nina New" },
    salary: "4000.00",
  });
  expect(
    (await as().get("/groups")).body.data.find(({ title }: { title: string }) => title === "Choir").users,
  ).toHaveLength(2);
  expect((await as().get("/user/import")).body.data).toMatchObject([
    { id, file_name: "people.csv", created: 2, changed: 1 },
  ]);

  const { status, body } = await undo(id);
  expect([status, body.message, body.data]).toEqual([
    200,
    "Import undone: 2 deleted, 1 restored.",
    { deleted: 2, restored: 1, kept: 0 },
  ]);
  expect([await find(mail("nina")), await find(mail("omar"))]).toEqual([undefined, undefined]);
  expect(await record(colleague.id)).toEqual(before);
  expect(await places()).toEqual(placesBefore);
});

test("undo swaps two managers back and keeps a department in use", async () => {
  const { world } = org;
  const { manager, employee } = world;
  const leaderOf = async ({ email }: Person) => (await find(email)).parent?.fullname ?? null;
  const before = [await leaderOf(manager), await leaderOf(employee)];
  const id = await run("email,parent,department", [
    [manager.email, employee.email, "Sales"],
    [employee.email, org.director.email, ""],
  ]);
  expect(await leaderOf(manager)).toBe(employee.fullname);
  const { id: sales } = (await as().get("/department/list")).body.data.find(
    ({ name }: { name: string }) => name === "Sales",
  );
  await as().post(`/user/${org.colleague.id}`, { department_id: sales });
  expect((await undo(id)).body.data).toEqual({ deleted: 0, restored: 2, kept: 1 });
  expect([await leaderOf(manager), await leaderOf(employee)]).toEqual(before);
});

test("undo restores the dotted line to a user whom the import made the manager", async () => {
  const { colleague, director, world } = org;
  const dottedOf = async () =>
    (await as().get(`/user/${colleague.id}`)).body.data.dotted.map(({ id }: { id: number }) => id);
  const dotted_ids = [director.id, world.employee.id];
  expect((await as().post(`/user/${colleague.id}`, { parent_id: world.manager.id, dotted_ids })).status).toBe(200);
  const before = await dottedOf();
  expect(new Set(before)).toEqual(new Set(dotted_ids));
  const id = await run("email,parent", [[colleague.email, director.email]]);
  expect(await dottedOf()).toEqual([world.employee.id]);
  expect((await undo(id)).status).toBe(200);
  expect(await dottedOf()).toEqual(before);
});

test("housekeeping deletes import records after a day", async () => {
  const id = await run(columns, rows());
  await server.owner.query("UPDATE people_import SET created_at = now() - interval '25 hours' WHERE id = $1", [id]);
  await housekeepingSchedule(await server.workerDatabase(org.world), server.platform.log).run();
  expect(await server.owner.query("SELECT user_id FROM people_import_row WHERE import_id = $1", [id])).toEqual([]);
});

test("two concurrent undos: the second gets 404", async () => {
  const id = await run(columns, rows());
  const lock = (tx: Tx) => tx.manager.query("SELECT FROM people_import WHERE id = $1 FOR UPDATE", [id]);
  const answers = await runWhileLocked(server, org.world, lock, [() => undo(id), () => undo(id)]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404]);
});
