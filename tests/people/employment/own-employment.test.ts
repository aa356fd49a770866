import { departmentRecords } from "../../../server/people/departments/departments.service";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { employmentFields } from "../../../shared/people/people/own-employment.rules";
import type { BulkResult } from "../../../shared/kernel/bulk-result";
import { applyEmploymentChanges } from "../../../workers/people/employment/employment-changes";
import { type PeopleFixture, peopleFixture } from "../people/fixtures";
import { runSerialized } from "../../support/serialized";
import { uploadPeople } from "../people/import-file";
import { testServer } from "../../support/server";
import { waitUntil } from "../../support/wait-until";
import type { Person } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

/** With separation of duties, users can't change their own pay or position through any endpoint. */
const server = testServer();
let org: PeopleFixture;
beforeEach(async () => {
  org = await peopleFixture(server);
  const { world, director } = org;
  requireOk(
    await world.api(world.admin).post(`/user/${world.hr.id}`, {
      salary: "4000",
      currency: "USD",
      contract_type: "full_time_contract",
      contract_start: "2024-01-01",
      contract_end: "2030-12-31",
      date_of_joining: "2024-01-01",
      location: "Erbil",
      position_id: org.position,
      department_id: org.department,
      parent_id: director.id,
    }),
  );
});

const ownEmploymentRefusal = [403, "user.ownEmployment"];
const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const hr = () => org.world.api(org.world.hr);
const edit = (body: object, id = org.world.hr.id) => hr().post(`/user/${id}`, body);
const own = async () => (await hr().get(`/user/${org.world.hr.id}`)).body.data;
const plan = (body: object, by: Person = org.world.hr, id = org.world.hr.id) =>
  org.world.api(by).post(`/user/${id}/change`, { type: "change", ...body });
const day = async (from: number): Promise<string> => {
  const text = unnamedSql("SELECT (tenant_today() + $1::int)::text AS day");
  return (await org.world.tx((tx) => tx.one<{ day: string }>(text, [from])))?.day as string;
};
async function fourEyes(isRequired: boolean): Promise<void> {
  const admin = org.world.api(org.world.admin);
  const { data } = requireOk(await admin.get("/approvals/setting")).body;
  requireOk(await admin.put("/approvals/setting", { ...data, four_eyes: isRequired }));
}
const send = (step: "" | "/preview", rows: string[][], columns: string) =>
  uploadPeople(hr(), step, rows, columns, org.world.roles.employee);

/** Another value for each field. Users can never change their own role. */
const others = (): Record<Exclude<(typeof employmentFields)[number], "role_id">, unknown> => ({
  salary: "9000",
  currency: "EUR",
  contract_type: "part_time_contract",
  location: "Mersin",
  contract_start: "2023-01-01",
  contract_end: "2031-12-31",
  date_of_joining: "2020-01-01",
  position_id: null,
  department_id: null,
  parent_id: org.world.manager.id,
});

describe("users editing their own record", () => {
  test("HR users can change colleagues' employment fields but not their own", async () => {
    const before = await own();
    for (const [field, value] of Object.entries(others())) {
      expect([field, ...statusAndCode(await edit({ [field]: value, city: "Mersin" }))]).toEqual([
        field,
        ...ownEmploymentRefusal,
      ]);
      expect([field, ...statusAndCode(await edit({ [field]: null }))]).toEqual([field, ...ownEmploymentRefusal]);
    }
    expect(statusAndCode(await edit({ role_id: org.world.roles.manager }))).toEqual([409, "user.self"]);
    expect(await own()).toEqual(before);
    expect((await edit({ ...others(), parent_id: org.director.id }, org.colleague.id)).status).toBe(200);
  });

  test("administrators can't change their own employment either", async () => {
    const { world } = org;
    expect(
      statusAndCode(await world.api(world.admin).post(`/user/${world.admin.id}`, { salary: "1", currency: "USD" })),
    ).toEqual(ownEmploymentRefusal);
  });

  test("users can edit their own record if the employment fields are unchanged", async () => {
    const about = {
      fullname: "Hana Neu",
      employee_id: "H-1",
      gender: "female",
      last_degree: "phd",
    };
    expect((await edit({ ...about, dotted_ids: [org.world.manager.id] })).status).toBe(200);
    const { position, department, role, can, ...rest } = await own();
    const whole = Object.fromEntries(
      employmentFields.filter((field) => field in rest).map((field) => [field, rest[field]]),
    );
    const references = { position_id: position.id, department_id: department.id, role_id: role.id };
    expect((await edit({ ...whole, ...references, salary: "4000.00", city: "Erbil" })).status).toBe(200);
    expect(can).toMatchObject({ edit: true, change_employment: false });
    expect((await hr().get(`/user/${org.colleague.id}`)).body.data.can.change_employment).toBe(true);
    expect((await own()).city).toBe("Erbil");
  });

  test("a bulk edit skips the user's own record and changes the other records", async () => {
    const { status, body } = await hr().post("/user/bulk", {
      ids: [org.world.hr.id, org.colleague.id],
      position_id: null,
      parent_id: org.world.manager.id,
    });
    expect([status, (body.data as BulkResult[]).map(({ id, done, code }) => [id, done, code])]).toEqual([
      200,
      [
        [org.world.hr.id, false, "user.ownEmployment"],
        [org.colleague.id, true, null],
      ],
    ]);
  });

  test("users can't fill a vacancy with themselves or move themselves in the chart", async () => {
    const { id } = requireOk(
      await hr().post("/vacancy", { position_id: org.position, parent_id: org.world.manager.id }),
    ).body.data;
    expect(statusAndCode(await hr().post(`/vacancy/${id}/fill`, { user_id: org.world.hr.id }))).toEqual(
      ownEmploymentRefusal,
    );
    const { data } = requireOk(await hr().get("/organization-chart")).body;
    expect(data.can).toEqual({ move: true, move_oneself: false });
    expect(data.vacancies).toHaveLength(1);
    requireOk(await hr().post(`/vacancy/${id}/fill`, { user_id: org.colleague.id }));
  });

  test("users can't change their own gender where leave depends on it", async () => {
    const { world } = org;
    requireOk(await edit({ gender: "male" }));
    const type = { name: "Parental", icon: "heart", accrual: "yearly", counting: "calendar", can_update_balance: true };
    const admin = world.api(world.admin);
    requireOk(await admin.post("/leave/leave-type", { ...type, days_female: 10, days_male: 10 }));
    requireOk(await edit({ gender: "female" }));
    requireOk(await admin.post("/leave/leave-type", { ...type, name: "Other", days_female: 10, days_male: 90 }));
    const refused = await edit({ gender: "male" });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["gender"]]);
    const file = ["E-mail,Gender", `${world.hr.email},male`].map((line) => line.split(","));
    const columns = "email,gender";
    const { data } = requireOk(await send("/preview", file, columns)).body;
    expect(data.rows[0].errors.map(({ field }: { field: string }) => field)).toEqual(["gender"]);
    expect((await own()).gender).toBe("female");
    requireOk(await edit({ gender: "female", city: "Erbil" }));
    requireOk(await edit({ gender: "male" }, org.colleague.id));
    requireOk(await admin.post(`/user/${world.hr.id}`, { gender: "male" }));
  });

  test("users can't change the heads of departments above their own", async () => {
    const { world } = org;
    const admin = world.api(world.admin);
    const createDepartment = async (fields: object) =>
      requireOk(await admin.post("/department", fields)).body.data.id as number;
    const top = await createDepartment({ name: "Whole", code: "WHO", head_id: world.manager.id });
    const beside = await createDepartment({ name: "Beside", code: "BSD", head_id: world.employee.id });
    const { name } = requireOk(await admin.get(`/department/single/${org.department}`)).body.data as { name: string };
    const updateDepartment = (id: number, body: object, api = hr()) => api.put(`/department/update/${id}`, body);
    requireOk(await updateDepartment(org.department, { name, parent_id: top }, admin));
    for (const [id, body] of [
      [org.department, { name, head_id: world.employee.id }],
      [org.department, { name, parent_id: beside }],
      [top, { name: "Whole", head_id: world.hr.id }],
    ] as const)
      expect([body, ...statusAndCode(await updateDepartment(id, body))]).toEqual([body, ...ownEmploymentRefusal]);
    expect(statusAndCode(await hr().delete(`/department/${top}`, { successor_id: beside }))).toEqual(
      ownEmploymentRefusal,
    );
    // Allowed: changes that keep the head, other departments, and users who edit approval rules.
    requireOk(await updateDepartment(org.department, { name: "Renamed" }));
    requireOk(await updateDepartment(beside, { name: "Beside", head_id: world.manager.id }));
    requireOk(await updateDepartment(top, { name: "Whole", head_id: world.employee.id }, admin));
    await fourEyes(false);
    requireOk(await updateDepartment(top, { name: "Whole", head_id: world.manager.id }));
  });

  test("a head change is refused if the user's department moves below it concurrently", async () => {
    const { world } = org;
    const admin = world.api(world.admin);
    const createDepartment = async (fields: object) =>
      requireOk(await admin.post("/department", fields)).body.data.id as number;
    const between = await createDepartment({ name: "Between", code: "BTW" });
    const { name } = requireOk(await admin.get(`/department/single/${org.department}`)).body.data as { name: string };
    const [actor, other] = [world.hr, org.director].map(
      ({ id }) => ({ id, permissions: new Set(["department-edit"]) }) as never,
    ) as [never, never];
    const [first, second] = await runSerialized<unknown>(
      server,
      world,
      (tx) => departmentRecords.update(tx, other, org.department, { name, parent_id: between }),
      (tx) => departmentRecords.update(tx, actor, between, { name: "Between", head_id: world.employee.id }),
    );
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "user.ownEmployment" } });
  });

  test("users can't change their own position or department by deleting it", async () => {
    const { world } = org;
    const before = { position: { id: org.position }, department: { id: org.department } };
    expect(await own()).toMatchObject(before);
    const other = {
      position: requireOk(await hr().post("/position", { title: "Director of everything" })).body.data.id,
      department: requireOk(await hr().post("/department", { name: "Everything" })).body.data.id,
    };
    for (const kind of ["position", "department"] as const) {
      const url = `/${kind}/${org[kind]}`;
      expect([kind, ...statusAndCode(await hr().delete(url, { successor_id: other[kind] }))]).toEqual([
        kind,
        ...ownEmploymentRefusal,
      ]);
    }
    expect(await own()).toMatchObject(before);
    requireOk(await world.api(world.admin).delete(`/position/${org.position}`, { successor_id: other.position }));
    await fourEyes(false);
    requireOk(await hr().delete(`/department/${org.department}`, { successor_id: other.department }));
    await fourEyes(true);
    expect(await own()).toMatchObject({ position: { id: other.position }, department: { id: other.department } });
    const third = requireOk(await hr().post("/department", { name: "Nobody's" })).body.data.id;
    const fourth = requireOk(await hr().post("/department", { name: "Others'" })).body.data.id;
    requireOk(await hr().delete(`/department/${third}`, { successor_id: fourth }));
  });

  test("a refused change is written to the security log", async () => {
    expect(statusAndCode(await edit({ salary: "9000" }))).toEqual(ownEmploymentRefusal);
    // The entry is written after the response has been sent.
    const log = async () =>
      (await org.world.api(org.world.admin).get("/audit/security-log", { query: { kind: "refused" } })).body.data;
    await waitUntil("the refusal", async () => (await log()).length > 0);
    expect((await log())[0]).toMatchObject({ user: { id: org.world.hr.id }, call: "POST /user/:id" });
  });
});

describe("users planning their own changes", () => {
  test.each([-20, 0, 20])("users can't plan changes for themselves %i days ahead", async (from) => {
    const on = await day(from);
    for (const change of [
      { salary: "9000" },
      { position_id: null },
      { location: "Mersin" },
      { parent_id: org.world.manager.id },
    ])
      expect(statusAndCode(await plan({ effective_on: on, ...change }))).toEqual(ownEmploymentRefusal);
    expect(statusAndCode(await plan({ effective_on: on, type: "promotion", location: "Mersin" }))).toEqual(
      ownEmploymentRefusal,
    );
  });

  test("users can't withdraw or replace plans that other users made for them", async () => {
    const { world } = org;
    const less = requireOk(await plan({ effective_on: await day(20), salary: "3000" }, world.admin)).body.data;
    const leaves = await world.api(world.admin).post(`/user/${world.hr.id}/leaving`, {
      type: "termination",
      last_day: await day(60),
      successor_id: world.admin.id,
    });
    const ids = [less.id, requireOk(leaves).body.data.id] as number[];
    for (const id of ids)
      expect(statusAndCode(await hr().delete(`/employment-change/${id}`))).toEqual(ownEmploymentRefusal);
    expect(
      statusAndCode(await plan({ effective_on: await day(30), location: "Mersin", replaces_id: less.id })),
    ).toEqual(ownEmploymentRefusal);
    const changes = (await hr().get(`/user/${world.hr.id}/changes`)).body.data;
    expect(changes.map((one: { can: object }) => one.can)).toEqual([{ withdraw: false }, { withdraw: false }]);
    for (const id of ids) expect((await hr().get(`/employment-change/${id}`)).body.data.status).toBe("planned");
    for (const id of ids) requireOk(await world.api(world.admin).delete(`/employment-change/${id}`));
  });

  test("own plans made without separation of duties take effect or can be withdrawn", async () => {
    await fourEyes(false);
    const planned = async (field: object) =>
      requireOk(await plan({ effective_on: await day(5), ...field })).body.data.id;
    const ids = [await planned({ salary: "9000" }), await planned({ contract_type: "part_time_contract" })];
    await fourEyes(true);
    requireOk(await hr().delete(`/employment-change/${ids[1]}`));
    await server.owner.query("UPDATE employment_change SET effective_on = effective_on - 5 WHERE id = ANY($1)", [ids]);
    await applyEmploymentChanges(server.platform.unitOfWork, org.world.tenantId);
    expect(await own()).toMatchObject({ salary: "9000.00", contract_type: "full_time_contract" });
  });
});

describe("users importing their own row", () => {
  const line = (...cells: string[]) => [org.world.hr.email, ...cells];

  test("changes to the user's own employment are row errors, and no row is imported", async () => {
    const cells = {
      salary: "9000",
      contract_type: "part_time_contract",
      location: "Mersin",
      contract_start: "2023-01-01",
      contract_end: "2031-12-31",
      date_of_joining: "2020-01-01",
      parent: org.world.manager.email,
    };
    const before = await own();
    for (const [field, value] of Object.entries(cells)) {
      const rows = [["E-mail", "Field"], line(value), [org.colleague.email, value]];
      const [row] = requireOk(await send("/preview", rows, `email,${field}`)).body.data.rows;
      expect(row).toMatchObject({ email: org.world.hr.email, state: "wrong", errors: [{ field }] });
      expect(row.errors[0].message).toContain("Nobody changes their own pay");
      expect((await send("", rows, `email,${field}`)).body.errors).toHaveProperty("file");
    }
    expect(await own()).toEqual(before);
  });

  test("the user's own row is imported if only the phone number changed", async () => {
    const rows = [["E-mail", "Salary", "Phone"], line("4000", "+964 750 555 0199")];
    expect(requireOk(await send("", rows, "email,salary,phone_number")).body.data).toMatchObject({
      created: 0,
      changed: 1,
    });
  });
});

test("without separation of duties, users may change their own employment", async () => {
  await fourEyes(false);
  expect((await own()).can.change_employment).toBe(true);
  expect((await hr().get("/organization-chart")).body.data.can.move_oneself).toBe(true);
  requireOk(await edit({ salary: "5000", currency: "USD", parent_id: org.world.manager.id }));
  requireOk(await plan({ type: "promotion", effective_on: await day(0), salary: "6000" }));
  const rows = [
    ["E-mail", "Salary"],
    [org.world.hr.email, "7000"],
  ];
  requireOk(await send("", rows, "email,salary"));
  expect((await own()).salary).toBe("7000.00");
});
