import { departmentRecords } from "../../../server/people/departments/departments.service";
import { permissions } from "../../../shared/access";
import { DepartmentEntity } from "../../../server/people/departments/department.entity";
import { UserEntity } from "../../../server/people/people/user.entity";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { formsFixture, equipmentForm } from "../../requests/forms/fixtures";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const make = async (name: string, extraFields: object = {}): Promise<{ id: number; version: number }> =>
  requireOk(await world.api(world.hr).post("/department", { name, ...extraFields })).body.data;
const errorsOf = (answer: { status: number; body: { errors?: object } }) => [
  answer.status,
  Object.keys(answer.body.errors ?? {}),
];
const join = (person: { id: number }, departmentId: number) =>
  world.tx((tx) => tx.repo(UserEntity).update({ id: person.id }, { departmentId }));
const kinds = (mark: number) => world.events(mark).map(({ event, stream }) => [stream, event.type, event.data]);
const boss = { permissions: new Set(permissions) } as never;

describe("refused department changes", () => {
  test("department endpoints return 403 without the permission", async () => {
    const { id } = await make("Fleet");
    const employee = world.api(world.employee);
    requireOk(await employee.get("/department/list"));
    for (const answer of [
      await employee.post("/department", { name: "Sales" }),
      await employee.put(`/department/update/${id}`, { name: "Sales" }),
      await employee.delete(`/department/${id}`),
      await world.api(world.external).get("/department/list"),
      await world.api(world.external).get(`/department/single/${id}`),
      await world.api(world.external).get("/department/select"),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
  });

  test("an invalid name, code, head or parent of a department gets 422", async () => {
    const hr = world.api(world.hr);
    await make("Fleet", { code: "FLT" });
    const inactiveUser = await world.person("employee", { active: false });
    expect(errorsOf(await hr.post("/department", { name: " " }))).toEqual([422, ["name"]]);
    expect(errorsOf(await hr.post("/department", { name: "fleet" }))).toEqual([422, ["name"]]);
    expect(errorsOf(await hr.post("/department", { name: "Other", code: "FLT" }))).toEqual([422, ["code"]]);
    expect(errorsOf(await hr.post("/department", { name: "Other", parent_id: 999_999 }))).toEqual([422, ["parent_id"]]);
    for (const head_id of [inactiveUser.id, world.external.id, 999_999]) {
      expect(errorsOf(await hr.post("/department", { name: "Other", head_id }))).toEqual([422, ["head_id"]]);
    }
    const elsewhere = await server.world();
    requireOk(await elsewhere.api(elsewhere.hr).post("/department", { name: "Fleet", code: "FLT" }));
  });

  test("the API and the database refuse a department as its own ancestor", async () => {
    const top = await make("Top");
    const middle = await make("Middle", { parent_id: top.id });
    const low = await make("Low", { parent_id: middle.id });
    const hr = world.api(world.hr);
    for (const parent_id of [top.id, middle.id, low.id]) {
      expect(errorsOf(await hr.put(`/department/update/${top.id}`, { name: "Top", parent_id }))).toEqual([
        422,
        ["parent_id"],
      ]);
    }
    await expect(
      world.tx((tx) => tx.repo(DepartmentEntity).update({ id: top.id }, { parentId: low.id })),
    ).rejects.toThrow("above itself");
    requireOk(await hr.put(`/department/update/${low.id}`, { name: "Low", parent_id: top.id }));
  });

  test("two concurrent moves of departments into each other: the second is refused", async () => {
    const [left, right] = [await make("Left"), await make("Right")];
    const into = (id: number, name: string, parent_id: number) => (tx: Tx) =>
      departmentRecords.update(tx, boss, id, { name, parent_id } as never);
    const [first, second] = await runSerialized(
      server,
      world,
      into(left.id, "Left", right.id),
      into(right.id, "Right", left.id),
    );
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({
      status: "rejected",
      reason: { detail: { errors: { parent_id: ["department.cycle"] } } },
    });
  });

  test("a stale department version gets 409 with the current state", async () => {
    const { id, version } = await make("Fleet");
    const hr = world.api(world.hr);
    requireOk(await hr.put(`/department/update/${id}`, { name: "Fleet and depot", version }));
    const late = await hr.put(`/department/update/${id}`, { name: "Fleets", version });
    expect([late.status, late.body.code, late.body.data.name]).toEqual([409, "organization.stale", "Fleet and depot"]);
    requireOk(await hr.put(`/department/update/${id}`, { name: "Fleets", version: late.body.data.version }));
  });

  test("two changes of the same department version: the second gets 409", async () => {
    const { id, version } = await make("Fleet");
    const change = (name: string) => (tx: Tx) => departmentRecords.update(tx, boss, id, { name, version } as never);
    const [first, second] = await runSerialized(server, world, change("One"), change("Two"));
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "organization.stale" } });
  });

  test("deleting a department in use lists its uses", async () => {
    const top = await make("Top");
    const low = await make("Low", { parent_id: top.id });
    await join(world.employee, top.id);
    const project = requireOk(
      await world.api(world.manager).post("/project", { title: "Depot app", department_id: top.id }),
    ).body.data;
    requireOk(
      await world.api(world.admin).post("/finance/budget", { department_id: top.id, year: 2031, amount: "100" }),
    );
    const hr = world.api(world.hr);
    for (const [who, names] of [
      [world.hr, []],
      [world.admin, [project.title]],
    ] as const) {
      const refused = await world.api(who).delete(`/department/${top.id}`);
      expect([refused.status, refused.body.code, refused.body.data.uses]).toEqual([
        409,
        "organization.inUse",
        [
          { kind: "people", count: 1, names: ["Emil Employee"] },
          { kind: "departments", count: 1, names: ["Low"] },
          { kind: "projects", count: 1, names },
          { kind: "budgets", count: 1, names: ["2031"] },
        ],
      ]);
    }
    for (const successor_id of [top.id, low.id, 999_999]) {
      expect(errorsOf(await hr.delete(`/department/${top.id}`, { successor_id }))).toEqual([422, ["successor_id"]]);
    }
  });
});

describe("working with departments", () => {
  test("creating and changing a department returns head, code and number of users", async () => {
    const hr = world.api(world.hr);
    expect((await hr.post("/department", { name: "Beside", code: "BES", head_id: world.employee.id })).status).toBe(
      201,
    );
    const mark = server.published.length;
    const createAnswer = await hr.post("/department", { name: "Fleet", code: "FLT", head_id: world.manager.id });
    expect([createAnswer.status, createAnswer.body.message]).toEqual([201, "Fleet created"]);
    const { id } = createAnswer.body.data;
    await join(world.employee, id);
    await join(world.manager, id);
    await join(await world.person("employee", { active: false }), id);
    const changed = await hr.put(`/department/update/${id}`, { name: "Fleet and depot" });
    expect([changed.status, changed.body.data]).toEqual([
      201,
      {
        id,
        name: "Fleet and depot",
        code: "FLT",
        parent_id: null,
        head: { id: world.manager.id, fullname: "Mia Manager", image: null },
        employee_count: 2,
        version: 2,
        can: { edit: true, delete: true },
      },
    ]);
    const directory = `directory:${world.tenantId}`;
    expect(kinds(mark)).toEqual([
      [directory, "department.created", { id, name: "Fleet" }],
      [directory, "department.updated", { id, name: "Fleet and depot" }],
    ]);
    const page = requireOk(await world.api(world.employee).get(`/department/single/${id}`)).body.data;
    expect(page.people.map(({ fullname }: { fullname: string }) => fullname)).toEqual(["Mia Manager", "Emil Employee"]);
    expect(page.can).toEqual({ edit: false, delete: false });
    requireOk(await hr.put(`/department/update/${id}`, { name: "Fleet", code: "", head_id: null }));
    expect(requireOk(await hr.get(`/department/single/${id}`)).body.data).toMatchObject({ code: null, head: null });
  });

  test("the department list can be filtered, sorted and paged", async () => {
    const top = await make("Operations", { code: "OPS" });
    await make("Fleet", { head_id: world.manager.id });
    await make("Depot_1", { parent_id: top.id });
    await join(world.employee, top.id);
    const names = async (query: Record<string, string>) => {
      const { data, meta } = requireOk(await world.api(world.employee).get("/department/list", { query })).body;
      return [data.map(({ name }: { name: string }) => name), meta.total];
    };
    expect(await names({})).toEqual([["Depot_1", "Fleet", "Operations"], 3]);
    expect(await names({ query: "mia" })).toEqual([["Fleet"], 1]);
    expect(await names({ search: "ops" })).toEqual([["Operations"], 1]);
    expect(await names({ q: "_" })).toEqual([["Depot_1"], 1]);
    expect(await names({ sort: "-employees" })).toEqual([["Operations", "Depot_1", "Fleet"], 3]);
    expect(await names({ sort: "-name", per_page: "2", page: "2" })).toEqual([["Depot_1"], 3]);
    const choices = requireOk(await world.api(world.manager).get("/department/select", { query: { query: "depot" } }))
      .body.data;
    expect(choices).toEqual([{ id: expect.any(Number), name: "Depot_1", parent_id: top.id }]);
  });

  test("a department shows its parents, children and the permitted projects", async () => {
    const top = await make("Operations");
    const middle = await make("Depots", { parent_id: top.id });
    const low = await make("Depot 1", { parent_id: middle.id });
    await join(world.employee, middle.id);
    requireOk(await world.api(world.manager).post("/project", { title: "Depot app", department_id: middle.id }));
    const year = new Date().getFullYear();
    requireOk(await world.api(world.admin).post("/finance/budget", { department_id: middle.id, year, amount: "100" }));
    const departmentFor = async (person: World["hr"]) =>
      requireOk(await world.api(person).get(`/department/single/${middle.id}`)).body.data;
    const managerView = await departmentFor(world.manager);
    expect([managerView.above, managerView.below]).toEqual([
      [{ id: top.id, name: "Operations" }],
      [{ id: low.id, name: "Depot 1", employee_count: 0 }],
    ]);
    expect(managerView.projects).toHaveLength(1);
    expect(managerView.budget).toBeNull();
    expect((await departmentFor(world.finance)).budget).toMatchObject({ left: "100.00" });
    expect((await departmentFor(world.finance)).projects).toEqual([]);
    expect((await departmentFor(world.employee)).budget).toMatchObject({ amount: "100.00" });
  });

  test("deleting a department moves its records and budgets to the successor", async () => {
    const top = await make("Top");
    const old = await make("Old", { parent_id: top.id });
    const low = await make("Low", { parent_id: old.id });
    await join(world.employee, old.id);
    const admin = world.api(world.admin);
    requireOk(await world.api(world.manager).post("/project", { title: "Depot app", department_id: old.id }));
    for (const [department_id, year] of [
      [old.id, 2031],
      [top.id, 2031],
      [old.id, 2032],
    ]) {
      requireOk(await admin.post("/finance/budget", { department_id, year, amount: "100" }));
    }
    const rule = {
      family: "finance",
      name: "Of the old",
      steps: [{ by: "manager" }],
      department_ids: [old.id, top.id],
    };
    requireOk(await admin.post("/approvals/rule", rule));
    const mark = server.published.length;
    const deleteAnswer = await world.api(world.hr).delete(`/department/${old.id}`, { successor_id: top.id });
    expect([deleteAnswer.status, deleteAnswer.body]).toEqual([200, { message: "Deleted", id: old.id }]);
    expect(kinds(mark)).toEqual([
      [`directory:${world.tenantId}`, "department.deleted", { id: old.id, successor_id: top.id }],
      [`tenant:${world.tenantId}`, "approval_rules.changed", { family: "finance" }],
    ]);
    const page = requireOk(await admin.get(`/department/single/${top.id}`)).body.data;
    expect([page.employee_count, page.below.map(({ id }: { id: number }) => id), page.projects.length]).toEqual([
      1,
      [low.id],
      1,
    ]);
    const budgets = requireOk(await admin.get("/finance/budget")).body.data as {
      department: object;
      year: number;
      amount: string;
    }[];
    expect(budgets.map(({ year, amount }) => [year, amount])).toEqual([
      [2032, "100.00"],
      [2031, "200.00"],
    ]);
    const rules = requireOk(await admin.get("/approvals/rule", { query: { family: "finance" } })).body.data as {
      name: string;
      condition: { department_ids?: number[] };
    }[];
    expect(rules.find(({ name }) => name === "Of the old")?.condition.department_ids).toEqual([top.id]);
    expect((await world.api(world.hr).delete(`/department/${old.id}`)).status).toBe(404);
  });

  test("a form limited to a deleted department is limited to its successor", async () => {
    const [old, next] = [await make("Old"), await make("Next")];
    const audience = { everyone: false, role_ids: [], department_ids: [old.id] };
    const form = await (await formsFixture(world)).publish({ ...equipmentForm, audience });
    const hr = world.api(world.hr);
    expect((await hr.delete(`/department/${old.id}`)).body.data.uses).toEqual([
      { kind: "forms", count: 1, names: [equipmentForm.title] },
    ]);
    requireOk(await hr.delete(`/department/${old.id}`, { successor_id: next.id }));
    const [version] = await world.tx((tx) =>
      tx.manager.query<{ audience: object }[]>(
        "SELECT definition->'audience' AS audience FROM form_version WHERE form_id = $1",
        [form],
      ),
    );
    expect(version?.audience).toEqual({ ...audience, department_ids: [next.id] });
  });

  test("concurrent joining and deletion of a department: the deletion is refused", async () => {
    const { id } = await make("Old");
    const [first, second] = await runSerialized(
      server,
      world,
      (tx) => tx.repo(UserEntity).update({ id: world.employee.id }, { departmentId: id }) as Promise<unknown>,
      (tx) => departmentRecords.remove(tx, world.admin as never, id) as Promise<unknown>,
    );
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "organization.inUse" } });
  });
});

test("every table that references departments is moved on deletion", async () => {
  const pointing = await server.owner.query<{ name: string }[]>(
    `SELECT conrelid::regclass::text AS name FROM pg_constraint
     WHERE contype = 'f' AND confrelid = 'department'::regclass ORDER BY 1`,
  );
  // A table that is added here needs entries in `selectDepartmentUses` and `moveDepartment`.
  expect(pointing.map(({ name }) => name)).toEqual([
    "app_user",
    "department",
    "employment_change_field",
    "finance_budget",
    "finance_request",
    "leave_allowance_rule",
    "news_audience",
    "project",
    "request",
    "room_department",
    "vacancy",
  ]);
});
