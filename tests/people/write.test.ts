import type { Tx } from "../../server/platform/database/unit-of-work";
import { seededRoles } from "../../server/roles/seeded-roles.service";
import { DepartmentEntity } from "../../server/departments/department.entity";
import { UserEntity } from "../../server/people/user.entity";
import { permissions } from "../../shared/kernel/permissions";
import { testServer } from "../support/server";
import { mailsTo } from "../support/mails";
import { whileLocked } from "../support/one-at-a-time";
import { fields, multipart } from "../support/multipart";
import type { Answer } from "../support/api";
import type { Person, World } from "../support/world";
import { filled, type Organisation, organisation } from "./organisation";

const server = testServer();
let org: Organisation;
let world: World;
beforeEach(async () => {
  org = await organisation(server);
  world = org.world;
});

let count = 0;
const newcomer = (more: object = {}) => ({
  fullname: "Hana Kim",
  email: `hana${++count}@${world.host}`,
  role_id: world.roles.employee,
  password: "Quiet7Harbour",
  password_confirmation: "Quiet7Harbour",
  ...more,
});
const as = (person: Person) => world.api(person);
const add = (more?: object, by: Person = world.hr) => as(by).post("/user", newcomer(more));
const change = (id: number, body: object, by: Person = world.hr) => as(by).post(`/user/${id}`, body);
const activeOf = async (id: number) => (await world.tx((tx) => tx.repo(UserEntity).findOne({ id })))?.active;

const lockTenant = (tx: Tx) => tx.manager.query("SELECT id FROM tenant WHERE id = current_tenant() FOR NO KEY UPDATE");
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort((a, b) => a - b);
const employeeRights = seededRoles.employee.permissions;

describe("refused", () => {
  test("without the permissions: adding, changing, switching, deleting, another's picture", async () => {
    const { manager, employee } = world;
    for (const { status } of [
      await add({}, manager),
      await change(employee.id, { fullname: "X" }, manager),
      await as(manager).patch(`/user/${employee.id}/status`),
      await as(manager).get(`/user/${employee.id}/status`),
      await as(manager).delete(`/user/${employee.id}`),
      await as(manager).post("/user/image", { user_id: employee.id }),
    ])
      expect(status).toBe(403);
    expect(await activeOf(employee.id)).toBe(true);
  });

  test("each field at its place", async () => {
    const { status, body } = await add({
      fullname: " ",
      email: "hana",
      password: "short",
      contract_type: "slave",
      gender: "x",
      phone_number: "call me",
      salary: "1e3",
      date_of_joining: "2026-02-30",
      last_degree: "master",
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([
      "contract_type",
      "date_of_joining",
      "email",
      "fullname",
      "gender",
      "last_degree",
      "password",
      "password_confirmation",
      "phone_number",
      "salary",
    ]);
  });

  test.each([
    ["the address is taken", () => ({ email: world.employee.email.toUpperCase() }), "email"],
    ["the number is taken", () => ({ employee_id: filled.employee_id }), "employee_id"],
    ["no such role", () => ({ role_id: 9_007_199_254_740_991 }), "role_id"],
    ["no such position", () => ({ position_id: 9_007_199_254_740_991 }), "position_id"],
    ["no such department", () => ({ department_id: 9_007_199_254_740_991 }), "department_id"],
    ["a manager from outside", () => ({ parent_id: world.external.id }), "parent_id"],
    ["an amount of no currency", () => ({ salary: "100" }), "currency"],
    ["more decimals than the currency has", () => ({ salary: "100.5", currency: "JPY" }), "salary"],
    [
      "a contract that ends before it starts",
      () => ({ contract_start: "2026-02-01", contract_end: "2026-01-01" }),
      "contract_end",
    ],
    [
      "a password made of the name",
      () => ({ password: "HanaKim2026", password_confirmation: "HanaKim2026" }),
      "password",
    ],
  ])("%s", async (_, more, field) => {
    const { status, body } = await add(more());
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test("nobody's address is changed without them: whoever has it sets a new password", async () => {
    const { finance } = world;
    expect((await change(finance.id, { email: finance.email, phone_number: "+1 555 0100" })).status).toBe(200);
    expect((await change(finance.id, { email: `other@${world.host}` })).status).toBe(200);
    const [mail, ...more] = await mailsTo(server, finance.email);
    expect([mail?.subject, more]).toEqual(["Your e-mail address was changed", []]);
    expect(mail?.text).toContain("If you did not expect this, tell your administrator at once.");
    expect(mail?.text).not.toContain("other@");
  });

  test("nobody gives out or takes over more rights than they have", async () => {
    const { hr, admin, roles, employee } = world;
    for (const { status } of [
      await add({ role_id: roles.administrator }),
      await change(employee.id, { role_id: roles.administrator }),
      await change(admin.id, { email: `taken@${world.host}` }),
      await as(hr).patch(`/user/${admin.id}/status`),
      await as(hr).delete(`/user/${admin.id}`),
    ])
      expect(status).toBe(403);
    expect((await change(employee.id, { role_id: roles.administrator }, admin)).status).toBe(200);
    expect((await change(employee.id, { email: `x@${world.host}` })).status).toBe(403); // an administrator by now
    expect((await change(employee.id, { phone_number: "+1 555 0100" })).status).toBe(200); // opens nothing
  });

  test("an outsider with a mighty role isn't made one from inside by whoever has less", async () => {
    const sleeper = await world.person("administrator", { external: true });
    expect((await change(sleeper.id, { external: false })).status).toBe(403);
    expect((await change(sleeper.id, { external: false }, world.admin)).status).toBe(200);
  });

  test("one's own role and one's own account", async () => {
    const { admin, roles } = world;
    await world.person("administrator");
    for (const { body } of [
      await change(admin.id, { role_id: roles.employee }, admin),
      await as(admin).patch(`/user/${admin.id}/status`),
      await as(admin).delete(`/user/${admin.id}`),
    ])
      expect(body.code).toBe("user.self");
  });

  test("the last administrator: neither switched off, nor another role, nor made one from outside", async () => {
    const second = await org.withRole("Everything", permissions);
    const { admin, roles } = world;
    for (const { body } of [
      await as(second).patch(`/user/${admin.id}/status`),
      await change(admin.id, { role_id: roles.employee }, second),
      await change(admin.id, { external: true }, second),
      await as(second).delete(`/user/${admin.id}`),
    ])
      expect(body.code).toBe("role.lastAdministrator");
    await world.person("administrator");
    expect((await as(second).patch(`/user/${admin.id}/status`)).status).toBe(200);
  });

  test("whoever stands below somebody doesn't lead them", async () => {
    const { manager, employee } = world;
    for (const parent_id of [employee.id, manager.id, org.director.id].slice(0, 2)) {
      const { body } = await change(manager.id, { parent_id });
      expect(Object.keys(body.errors)).toEqual(["parent_id"]);
    }
    expect((await change(org.director.id, { parent_id: employee.id })).status).toBe(422);
  });

  test("private fields aren't written by who doesn't read them", async () => {
    const recruiter = await org.withRole("Recruiter", ["user-list", "user-view", "user-create", ...employeeRights]);
    expect((await add({ salary: "1000", currency: "USD" }, recruiter)).status).toBe(403);
    expect((await add({}, recruiter)).status).toBe(201);
  });

  test("who was faster: a stale version gets what stands now", async () => {
    const { employee } = world;
    const { version } = (await as(world.hr).get(`/user/${employee.id}/edit`)).body.data;
    expect((await change(employee.id, { fullname: "Emilia", version })).status).toBe(200);
    const { body } = await change(employee.id, { fullname: "Emil", version });
    expect([body.code, body.data.fullname]).toEqual(["user.stale", "Emilia"]);
  });

  test("somebody who has left traces isn't deleted", async () => {
    const { employee, manager } = world;
    expect((await as(world.hr).delete(`/user/${manager.id}`)).body.code).toBe("user.hasHistory"); // leads somebody
    await world.tx(async (tx) => {
      tx.actor = { id: employee.id, fullname: "", image: null };
      tx.emit("tenant.updated", `tenant:${world.tenantId}`, { id: world.tenantId });
    });
    expect((await as(world.hr).delete(`/user/${employee.id}`)).body.code).toBe("user.hasHistory");
  });
});

describe("adding, changing", () => {
  test("everything that is given comes back, in JSON and in a form; the mail's letters become small", async () => {
    const { parent: _, ...all } = { ...filled, parent: null };
    const { last_day: __, ...given } = all;
    const more = {
      ...given,
      employee_id: "N-1",
      email: `BIG@${world.host}`,
      parent_id: world.manager.id,
      department_id: org.department,
      position_id: org.position,
    };
    const json = await add(more);
    expect(json.status).toBe(201);
    expect(json.body.data).toMatchObject({ ...given, employee_id: "N-1", email: `big@${world.host}` });
    expect(json.body.data).toMatchObject({ parent_id: world.manager.id, department: { id: org.department } });
    const form = multipart(fields(newcomer({ ...more, email: `form@${world.host}`, employee_id: "N-2" })));
    const sent = await as(world.hr).send({ method: "POST", url: "/user", ...form });
    expect(sent.status).toBe(201);
    expect(sent.body.data).toMatchObject({ ...given, employee_id: "N-2" });
  });

  test("an empty manager is left out, null takes them away; what is emptied is nothing", async () => {
    const { employee, manager } = world;
    const kept = await change(employee.id, { parent_id: "", city: "" });
    expect([kept.body.data.parent_id, kept.body.data.city]).toEqual([manager.id, null]);
    expect((await change(employee.id, { parent_id: null })).body.data.parent_id).toBeNull();
  });

  test("events tell what the directory shows, and nothing private", async () => {
    await world.tx((tx) => tx.repo(DepartmentEntity).insert({ name: "After it", code: "AFT" }));
    const mark = server.published.length;
    const { body } = await add({
      department_id: org.department,
      salary: "4711",
      currency: "USD",
      address: "Secret Street 9",
      credential_number: "Q99",
    });
    await change(body.data.id, { salary: "4712", fullname: "Hana K." });
    await as(world.hr).patch(`/user/${body.data.id}/status`);
    const told = world.events(mark).filter(({ stream }) => stream === `directory:${world.tenantId}`);
    expect(told.map(({ event }) => event.type)).toEqual(["user.created", "user.updated", "user.deactivated"]);
    const text = JSON.stringify(server.published.slice(mark));
    for (const secret of ["4711", "4712", "Secret Street", "Q99"]) expect(text).not.toContain(secret);
    for (const { event } of told) {
      expect(Object.keys(event.data as object).sort()).toEqual(
        ["active", "department", "external", "fullname", "id", "image", "position", "version"].sort(),
      );
      expect(event.data).toMatchObject({ department: { id: org.department } });
    }
  });

  test("switched off they are out at once, and switched on they come in again", async () => {
    const { employee, hr } = world;
    const off = await as(hr).patch(`/user/${employee.id}/status`);
    expect([off.status, off.body.data.active]).toEqual([200, false]);
    expect((await as(employee).get("/user/profile")).status).toBe(401);
    expect((await as(hr).get(`/user/${employee.id}/status`)).body.data.active).toBe(true); // the specification's GET
    expect((await as(employee).get("/user/profile")).status).toBe(401); // the old session stays ended
  });

  test("deleted without a trace", async () => {
    const { id } = (await add()).body.data;
    expect((await as(world.hr).delete(`/user/${id}`)).body).toMatchObject({ id });
    expect((await as(world.hr).get(`/user/${id}`)).status).toBe(404);
  });
});

describe("seats, before one begins", () => {
  const seats = (person: Person) => as(person).get("/user/seats");

  test("are told to whoever may add people, and to nobody else", async () => {
    expect((await world.api().get("/user/seats")).status).toBe(401);
    for (const person of [world.employee, world.manager, world.external])
      expect((await seats(person)).status).toBe(403);
  });

  test("accounts that are in use count, of one's own organisation, against what its plan has", async () => {
    const present = (await seats(world.hr)).body.data.used as number;
    await server.world(); // others' people
    await add();
    await world.tx((tx) => tx.repo(UserEntity).update({ id: world.finance.id }, { active: false }));
    await add();
    expect((await seats(world.hr)).body.data).toEqual({ used: present + 1, most: null });
    await world.change({ plan: "free" });
    expect((await seats(world.hr)).body.data.most).toBe(5);
  });
});

describe("two at the same moment", () => {
  const full = () => world.change({ plan: "free" });

  test("the last seat is taken once", async () => {
    await full(); // six are active, five is all it has
    await world.tx((tx) => tx.repo(UserEntity).update({ id: world.employee.id }, { active: false }));
    await world.tx((tx) => tx.repo(UserEntity).update({ id: world.finance.id }, { active: false }));
    await world.tx((tx) => tx.repo(UserEntity).update({ id: org.colleague.id }, { active: false }));
    await world.tx((tx) => tx.repo(UserEntity).update({ id: org.director.id }, { active: false }));
    const answers = await whileLocked(server, world, lockTenant, [() => add(), () => add()]);
    expect(statusesOf(answers)).toEqual([201, 403]);
    expect(answers.find(({ status }) => status === 403)?.body.code).toBe("plan_limit_reached");
  });

  test("of two administrators one stays", async () => {
    const second = await world.person("administrator");
    const answers = await whileLocked(server, world, lockTenant, [
      () => as(world.admin).patch(`/user/${second.id}/status`),
      () => as(second).patch(`/user/${world.admin.id}/status`),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409]);
  });

  test("two who are put above each other: one of them is", async () => {
    const { colleague, director } = org;
    const answers = await whileLocked(server, world, lockTenant, [
      () => change(colleague.id, { parent_id: director.id }),
      () => change(director.id, { parent_id: colleague.id }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 422]);
  });

  test("two who began with the same version: one is told what stands", async () => {
    const { employee } = world;
    const { version } = (await as(world.hr).get(`/user/${employee.id}/edit`)).body.data;
    const answers = await whileLocked(server, world, lockTenant, [
      () => change(employee.id, { fullname: "One", version }),
      () => change(employee.id, { fullname: "Two", version }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409]);
  });
});
