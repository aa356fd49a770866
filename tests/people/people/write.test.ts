import { EmailDomains0034 } from "../../../migrations/0034-email-domains";
import { permissions } from "../../../shared/access";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { seededRoles } from "../../../server/administration/roles/seeded-roles";
import { DepartmentEntity } from "../../../server/people/departments/department.entity";
import { UserEntity } from "../../../server/people/people/user.entity";
import { requireOk } from "../../work/tasks/board";
import { testServer } from "../../support/server";
import { mailsTo } from "../../support/mails";
import { runWhileLocked } from "../../support/serialized";
import { formFields, multipart } from "../../support/multipart";
import type { Answer } from "../../support/api";
import type { Person, World } from "../../support/world";
import { filledFields, type PeopleFixture, peopleFixture } from "./fixtures";

const server = testServer();
let org: PeopleFixture;
let world: World;
beforeEach(async () => {
  org = await peopleFixture(server);
  world = org.world;
});

let count = 0;
const newcomer = (overrides: object = {}) => ({
  fullname: "Hana Kim",
  email: `hana${++count}@${world.host}`,
  role_id: world.roles.employee,
  password: "Quiet7Harbour",
  password_confirmation: "Quiet7Harbour",
  ...overrides,
});
const as = (person: Person) => world.api(person);
const add = (overrides?: object, by: Person = world.hr) => as(by).post("/user", newcomer(overrides));
const change = (id: number, body: object, by: Person = world.hr) => as(by).post(`/user/${id}`, body);
const activeOf = async (id: number) => (await world.tx((tx) => tx.repo(UserEntity).findOne({ id })))?.active;

const lockTenant = (tx: Tx) => tx.manager.query("SELECT id FROM tenant WHERE id = current_tenant() FOR NO KEY UPDATE");
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort((a, b) => a - b);
const employeeRights = seededRoles.employee.permissions;

describe("refused changes", () => {
  test("adding, changing, deactivating and deleting users without permission gets 403", async () => {
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

  test("a refused user returns an error for each invalid field", async () => {
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
    ["a taken e-mail address", () => ({ email: world.employee.email.toUpperCase() }), "email"],
    ["a taken personnel number", () => ({ employee_id: filledFields.employee_id }), "employee_id"],
    ["an unknown role", () => ({ role_id: 9_007_199_254_740_991 }), "role_id"],
    ["an unknown position", () => ({ position_id: 9_007_199_254_740_991 }), "position_id"],
    ["an unknown department", () => ({ department_id: 9_007_199_254_740_991 }), "department_id"],
    ["an external manager", () => ({ parent_id: world.external.id }), "parent_id"],
    ["an amount without a currency", () => ({ salary: "100" }), "currency"],
    ["more decimals than the currency has", () => ({ salary: "100.5", currency: "JPY" }), "salary"],
    [
      "a contract that ends before it starts",
      () => ({ contract_start: "2026-02-01", contract_end: "2026-01-01" }),
      "contract_end",
    ],
    [
      "a password that contains the name",
      () => ({ password: "HanaKim2026", password_confirmation: "HanaKim2026" }),
      "password",
    ],
  ])("adding a user returns 422 for the invalid field: %s", async (_, overridesOf, field) => {
    const { status, body } = await add(overridesOf());
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test("a change of the e-mail address notifies the old address", async () => {
    const { finance } = world;
    expect((await change(finance.id, { email: finance.email, phone_number: "+1 555 0100" })).status).toBe(200);
    expect((await change(finance.id, { email: `other@${world.host}` })).status).toBe(200);
    const [mail, ...otherMails] = await mailsTo(server, finance.email);
    expect([mail?.subject, otherMails]).toEqual(["Your e-mail address was changed", []]);
    expect(mail?.text).toContain("If you did not expect this, tell your administrator immediately.");
    expect(mail?.text).not.toContain("other@");
  });

  test("users can't grant more permissions than they have or edit such accounts", async () => {
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
    expect((await change(employee.id, { email: `x@${world.host}` })).status).toBe(403); // the employee is an administrator by now
    expect((await change(employee.id, { phone_number: "+1 555 0100" })).status).toBe(200); // a phone number gives no access to the account
  });

  test("making a privileged external user internal requires the role's permissions", async () => {
    const sleeper = await world.person("administrator", { external: true });
    expect((await change(sleeper.id, { external: false })).status).toBe(403);
    expect((await change(sleeper.id, { external: false }, world.admin)).status).toBe(200);
  });

  test("users can't change their own role or deactivate or delete themselves", async () => {
    const { admin, roles } = world;
    await world.person("administrator");
    for (const { body } of [
      await change(admin.id, { role_id: roles.employee }, admin),
      await as(admin).patch(`/user/${admin.id}/status`),
      await as(admin).delete(`/user/${admin.id}`),
    ])
      expect(body.code).toBe("user.self");
  });

  test("the last administrator can't be deactivated, demoted, deleted or made external", async () => {
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

  test("a report can't become the manager of their manager", async () => {
    const { manager, employee } = world;
    for (const parent_id of [employee.id, manager.id, org.director.id].slice(0, 2)) {
      const { body } = await change(manager.id, { parent_id });
      expect(Object.keys(body.errors)).toEqual(["parent_id"]);
    }
    expect((await change(org.director.id, { parent_id: employee.id })).status).toBe(422);
  });

  test("private fields can't be set without permission to read them", async () => {
    const recruiter = await org.withRole("Recruiter", ["user-list", "user-view", "user-create", ...employeeRights]);
    expect((await add({ salary: "1000", currency: "USD" }, recruiter)).status).toBe(403);
    expect((await add({}, recruiter)).status).toBe(201);
  });

  test("a stale version gets 409 with the current user", async () => {
    const { employee } = world;
    const { version } = (await as(world.hr).get(`/user/${employee.id}/edit`)).body.data;
    expect((await change(employee.id, { fullname: "Emilia", version })).status).toBe(200);
    const { body } = await change(employee.id, { fullname: "Emil", version });
    expect([body.code, body.data.fullname]).toEqual(["user.stale", "Emilia"]);
  });

  test("users with related records can't be deleted", async () => {
    const { employee, manager } = world;
    expect((await as(world.hr).delete(`/user/${manager.id}`)).body.code).toBe("user.hasHistory");
    await world.tx(async (tx) => {
      tx.actor = { id: employee.id, fullname: "", image: null };
      tx.emit("tenant.updated", `tenant:${world.tenantId}`, { id: world.tenantId });
    });
    expect((await as(world.hr).delete(`/user/${employee.id}`)).body.code).toBe("user.hasHistory");
  });
});

describe("valid changes", () => {
  test("a user is returned with all sent fields, from JSON and from forms", async () => {
    const { parent: _, ...all } = { ...filledFields, parent: null };
    const { last_day: __, ...settableFields } = all;
    const fields = {
      ...settableFields,
      employee_id: "N-1",
      email: `BIG@${world.host}`,
      parent_id: world.manager.id,
      department_id: org.department,
      position_id: org.position,
    };
    const json = await add(fields);
    expect(json.status).toBe(201);
    expect(json.body.data).toMatchObject({ ...settableFields, employee_id: "N-1", email: `big@${world.host}` });
    expect(json.body.data).toMatchObject({ parent_id: world.manager.id, department: { id: org.department } });
    const form = multipart(formFields(newcomer({ ...fields, email: `form@${world.host}`, employee_id: "N-2" })));
    const sent = await as(world.hr).send({ method: "POST", url: "/user", ...form });
    expect(sent.status).toBe(201);
    expect(sent.body.data).toMatchObject({ ...settableFields, employee_id: "N-2" });
  });

  test("an empty manager is ignored, and null removes the manager", async () => {
    const { employee, manager } = world;
    const answer = await change(employee.id, { parent_id: "", city: "" });
    expect([answer.body.data.parent_id, answer.body.data.city]).toEqual([manager.id, null]);
    expect((await change(employee.id, { parent_id: null })).body.data.parent_id).toBeNull();
  });

  test("events contain the directory's fields and no private fields", async () => {
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
    const emitted = world.events(mark).filter(({ stream }) => stream === `directory:${world.tenantId}`);
    expect(emitted.map(({ event }) => event.type)).toEqual(["user.created", "user.updated", "user.deactivated"]);
    const text = JSON.stringify(server.published.slice(mark));
    for (const secret of ["4711", "4712", "Secret Street", "Q99"]) expect(text).not.toContain(secret);
    for (const { event } of emitted) {
      expect(Object.keys(event.data as object).sort()).toEqual(
        ["active", "department", "external", "fullname", "id", "image", "position", "version"].sort(),
      );
      expect(event.data).toMatchObject({ department: { id: org.department } });
    }
  });

  test("deactivation ends sessions immediately, and reactivation allows login", async () => {
    const { employee, hr } = world;
    const off = await as(hr).patch(`/user/${employee.id}/status`);
    expect([off.status, off.body.data.active]).toEqual([200, false]);
    expect((await as(employee).get("/user/profile")).status).toBe(401);
    expect((await as(hr).get(`/user/${employee.id}/status`)).body.data.active).toBe(true); // the GET call that the specification requires
    expect((await as(employee).get("/user/profile")).status).toBe(401);
  });

  test("a user without related records can be deleted", async () => {
    const { id } = (await add()).body.data;
    expect((await as(world.hr).delete(`/user/${id}`)).body).toMatchObject({ id });
    expect((await as(world.hr).get(`/user/${id}`)).status).toBe(404);
  });
});

describe("seat usage", () => {
  const seats = (person: Person) => as(person).get("/user/seats");

  test("seat usage is returned only to users who may add users", async () => {
    expect((await world.api().get("/user/seats")).status).toBe(401);
    for (const person of [world.employee, world.manager, world.external])
      expect((await seats(person)).status).toBe(403);
  });

  test("active internal users of the tenant count against the plan", async () => {
    const present = (await seats(world.hr)).body.data.used as number;
    await server.world();
    await add();
    await world.tx((tx) => tx.repo(UserEntity).update({ id: world.finance.id }, { active: false }));
    await add();
    expect((await seats(world.hr)).body.data).toEqual({ used: present + 1, most: null });
    await world.change({ plan: "free" });
    expect((await seats(world.hr)).body.data.most).toBe(5);
  });
});

describe("concurrent changes", () => {
  const full = () => world.change({ plan: "free" });

  test("two concurrent additions take the last seat once", async () => {
    await full(); // six users are active, the plan has five seats
    await world.tx((tx) => tx.repo(UserEntity).update({ id: world.employee.id }, { active: false }));
    await world.tx((tx) => tx.repo(UserEntity).update({ id: world.finance.id }, { active: false }));
    await world.tx((tx) => tx.repo(UserEntity).update({ id: org.colleague.id }, { active: false }));
    await world.tx((tx) => tx.repo(UserEntity).update({ id: org.director.id }, { active: false }));
    const answers = await runWhileLocked(server, world, lockTenant, [() => add(), () => add()]);
    expect(statusesOf(answers)).toEqual([201, 403]);
    expect(answers.find(({ status }) => status === 403)?.body.code).toBe("plan_limit_reached");
  });

  test("of two administrators deactivating each other, one succeeds", async () => {
    const second = await world.person("administrator");
    const answers = await runWhileLocked(server, world, lockTenant, [
      () => as(world.admin).patch(`/user/${second.id}/status`),
      () => as(second).patch(`/user/${world.admin.id}/status`),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409]);
  });

  test("of two changes that make users each other's manager, one succeeds", async () => {
    const { colleague, director } = org;
    const answers = await runWhileLocked(server, world, lockTenant, [
      () => change(colleague.id, { parent_id: director.id }),
      () => change(director.id, { parent_id: colleague.id }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 422]);
  });

  test("two changes of the same user version: the second gets 409", async () => {
    const { employee } = world;
    const { version } = (await as(world.hr).get(`/user/${employee.id}/edit`)).body.data;
    const answers = await runWhileLocked(server, world, lockTenant, [
      () => change(employee.id, { fullname: "One", version }),
      () => change(employee.id, { fullname: "Two", version }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409]);
  });
});

describe("addresses with an international domain", () => {
  test("both spellings of a domain are one address, for accounts and for signing in", async () => {
    const added = requireOk(await add({ email: "Hana@Müller-Bücher.example" }));
    expect(added.body.data.email).toBe("hana@xn--mller-bcher-thbg.example");
    const second = await add({ email: "hana@xn--mller-bcher-thbg.example" });
    expect(second.status).toBe(422);
    expect(second.body.errors).toHaveProperty("email");
    const signedIn = await world
      .api()
      .post("/auth/login", { email: "hana@mu\u0308ller-bücher.example", password: "Quiet7Harbour" });
    expect(signedIn.status).toBe(200);
  });

  test("the migration converts stored addresses unless the account exists twice", async () => {
    const store = (id: number, email: string) =>
      server.owner.query("UPDATE app_user SET email = $2 WHERE id = $1", [id, email]);
    const { employee, manager, finance } = world;
    await store(employee.id, "a@bücher.example");
    await store(manager.id, "b@bücher.example");
    await store(finance.id, "b@xn--bcher-kva.example");
    const runner = server.owner.createQueryRunner();
    await runner.startTransaction();
    await new EmailDomains0034().up(runner);
    await runner.commitTransaction();
    await runner.release();
    const rows = await server.owner.query<{ email: string }[]>(
      "SELECT email FROM app_user WHERE id = ANY($1) ORDER BY email",
      [[employee.id, manager.id, finance.id]],
    );
    const expected = ["a@xn--bcher-kva.example", "b@bücher.example", "b@xn--bcher-kva.example"];
    expect(rows.map(({ email }) => email).sort()).toEqual(expected.sort());
  });
});
