import { updateDepartment } from "../../server/departments/departments.service";
import { unnamed } from "../../server/platform/database/unit-of-work";
import { employmentFields } from "../../shared/people/own-employment.rules";
import type { BulkPerson } from "../../shared/people/user-bulk.contract";
import { applyEmploymentChanges } from "../../workers/employment/employment-changes";
import { type Organisation, organisation } from "../people/organisation";
import { oneAtATime } from "../support/one-at-a-time";
import { sendPeople } from "../people/import-file";
import { testServer } from "../support/server";
import { until } from "../support/until";
import type { Person } from "../support/world";
import { ok } from "../tasks/board";

/** With four eyes nobody changes what they earn, and as what they work; by none of the ways in. */
const server = testServer();
let org: Organisation;
beforeEach(async () => {
  org = await organisation(server);
  const { world, director } = org;
  ok(
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

const kept = [403, "user.ownEmployment"];
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const hr = () => org.world.api(org.world.hr);
const edit = (body: object, id = org.world.hr.id) => hr().post(`/user/${id}`, body);
const own = async () => (await hr().get(`/user/${org.world.hr.id}`)).body.data;
const plan = (body: object, by: Person = org.world.hr, id = org.world.hr.id) =>
  org.world.api(by).post(`/user/${id}/change`, { type: "change", ...body });
const day = async (from: number): Promise<string> => {
  const text = unnamed("SELECT (tenant_today() + $1::int)::text AS day");
  return (await org.world.tx((tx) => tx.one<{ day: string }>(text, [from])))?.day as string;
};
async function fourEyes(wanted: boolean): Promise<void> {
  const admin = org.world.api(org.world.admin);
  const { data } = ok(await admin.get("/approvals/setting")).body;
  ok(await admin.put("/approvals/setting", { ...data, four_eyes: wanted }));
}
const send = (step: "" | "/preview", rows: string[][], columns: string) =>
  sendPeople(hr(), step, rows, columns, org.world.roles.employee);

/** Another value of each. One's own role is refused with and without four eyes. */
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

describe("by hand", () => {
  test("each of the fields, to something and to nothing; nothing of it is changed, of a colleague it is", async () => {
    const before = await own();
    for (const [field, value] of Object.entries(others())) {
      expect([field, ...said(await edit({ [field]: value, city: "Mersin" }))]).toEqual([field, ...kept]);
      expect([field, ...said(await edit({ [field]: null }))]).toEqual([field, ...kept]);
    }
    expect(said(await edit({ role_id: org.world.roles.manager }))).toEqual([409, "user.self"]);
    expect(await own()).toEqual(before);
    expect((await edit({ ...others(), parent_id: org.director.id }, org.colleague.id)).status).toBe(200);
  });

  test("an administrator no less", async () => {
    const { world } = org;
    expect(
      said(await world.api(world.admin).post(`/user/${world.admin.id}`, { salary: "1", currency: "USD" })),
    ).toEqual(kept);
  });

  test("what stays: the rest of the record, and the whole of it sent as it stands", async () => {
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
    const named = { position_id: position.id, department_id: department.id, role_id: role.id };
    expect((await edit({ ...whole, ...named, salary: "4000.00", city: "Erbil" })).status).toBe(200);
    expect(can).toMatchObject({ edit: true, change_employment: false });
    expect((await hr().get(`/user/${org.colleague.id}`)).body.data.can.change_employment).toBe(true);
    expect((await own()).city).toBe("Erbil");
  });

  test("several at once: oneself is named with the reason, the others are changed", async () => {
    const { status, body } = await hr().post("/user/bulk", {
      ids: [org.world.hr.id, org.colleague.id],
      position_id: null,
      parent_id: org.world.manager.id,
    });
    expect([status, (body.data as BulkPerson[]).map(({ id, done, code }) => [id, done, code])]).toEqual([
      200,
      [
        [org.world.hr.id, false, "user.ownEmployment"],
        [org.colleague.id, true, null],
      ],
    ]);
  });

  test("a vacant place, and the chart that offers it to others", async () => {
    const { id } = ok(await hr().post("/vacancy", { position_id: org.position, parent_id: org.world.manager.id })).body
      .data;
    expect(said(await hr().post(`/vacancy/${id}/fill`, { user_id: org.world.hr.id }))).toEqual(kept);
    const { data } = ok(await hr().get("/organization-chart")).body;
    expect(data.can).toEqual({ move: true, move_oneself: false });
    expect(data.vacancies).toHaveLength(1);
    ok(await hr().post(`/vacancy/${id}/fill`, { user_id: org.colleague.id }));
  });

  test("their gender, where leave goes by it: by hand and in a file", async () => {
    const { world } = org;
    ok(await edit({ gender: "male" }));
    const type = { name: "Parental", icon: "heart", accrual: "yearly", counting: "calendar", can_update_balance: true };
    const admin = world.api(world.admin);
    ok(await admin.post("/leave/leave-type", { ...type, days_female: 10, days_male: 10 }));
    ok(await edit({ gender: "female" }));
    ok(await admin.post("/leave/leave-type", { ...type, name: "Other", days_female: 10, days_male: 90 }));
    const refused = await edit({ gender: "male" });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["gender"]]);
    const file = ["E-mail,Gender", `${world.hr.email},male`].map((line) => line.split(","));
    const columns = "email,gender";
    const { data } = ok(await send("/preview", file, columns)).body;
    expect(data.rows[0].errors.map(({ field }: { field: string }) => field)).toEqual(["gender"]);
    expect((await own()).gender).toBe("female");
    // As it stands, of a colleague, and by one.
    ok(await edit({ gender: "female", city: "Erbil" }));
    ok(await edit({ gender: "male" }, org.colleague.id));
    ok(await admin.post(`/user/${world.hr.id}`, { gender: "male" }));
  });

  test("nor who leads the departments above them, whom their requests may be sent to", async () => {
    const { world } = org;
    const admin = world.api(world.admin);
    const made = async (more: object) => ok(await admin.post("/department", more)).body.data.id as number;
    const top = await made({ name: "Whole", code: "WHO", head_id: world.manager.id });
    const beside = await made({ name: "Beside", code: "BSD", head_id: world.employee.id });
    const { name } = ok(await admin.get(`/department/single/${org.department}`)).body.data as { name: string };
    const put = (id: number, body: object, api = hr()) => api.put(`/department/update/${id}`, body);
    ok(await put(org.department, { name, parent_id: top }, admin));
    for (const [id, body] of [
      [org.department, { name, head_id: world.employee.id }],
      [org.department, { name, parent_id: beside }],
      [top, { name: "Whole", head_id: world.hr.id }],
    ] as const)
      expect([body, ...said(await put(id, body))]).toEqual([body, ...kept]);
    expect(said(await hr().delete(`/department/${top}`, { successor_id: beside }))).toEqual(kept);
    // What leaves it as it is, others' departments, and who makes the rules.
    ok(await put(org.department, { name: "Renamed" }));
    ok(await put(beside, { name: "Beside", head_id: world.manager.id }));
    ok(await put(top, { name: "Whole", head_id: world.employee.id }, admin));
    await fourEyes(false);
    ok(await put(top, { name: "Whole", head_id: world.manager.id }));
  });

  test("nor while somebody else puts their department below another, which they give a head", async () => {
    const { world } = org;
    const admin = world.api(world.admin);
    const made = async (more: object) => ok(await admin.post("/department", more)).body.data.id as number;
    const between = await made({ name: "Between", code: "BTW" });
    const { name } = ok(await admin.get(`/department/single/${org.department}`)).body.data as { name: string };
    const [actor, other] = [world.hr, org.director].map(
      ({ id }) => ({ id, permissions: new Set(["department-edit"]) }) as never,
    ) as [never, never];
    const [first, second] = await oneAtATime<unknown>(
      server,
      world,
      (tx) => updateDepartment(tx, other, org.department, { name, parent_id: between }),
      (tx) => updateDepartment(tx, actor, between, { name: "Between", head_id: world.employee.id }),
    );
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "user.ownEmployment" } });
  });

  test("nor by deleting the position or department that they have, which would give them its successor", async () => {
    const { world } = org;
    const before = { position: { id: org.position }, department: { id: org.department } };
    expect(await own()).toMatchObject(before);
    const other = {
      position: ok(await hr().post("/position", { title: "Director of everything" })).body.data.id,
      department: ok(await hr().post("/department", { name: "Everything" })).body.data.id,
    };
    for (const kind of ["position", "department"] as const) {
      const url = `/${kind}/${org[kind]}`;
      expect([kind, ...said(await hr().delete(url, { successor_id: other[kind] }))]).toEqual([kind, ...kept]);
    }
    expect(await own()).toMatchObject(before);
    // It is somebody else's to do, theirs without four eyes, and of what isn't their own.
    ok(await world.api(world.admin).delete(`/position/${org.position}`, { successor_id: other.position }));
    await fourEyes(false);
    ok(await hr().delete(`/department/${org.department}`, { successor_id: other.department }));
    await fourEyes(true);
    expect(await own()).toMatchObject({ position: { id: other.position }, department: { id: other.department } });
    const third = ok(await hr().post("/department", { name: "Nobody's" })).body.data.id;
    const fourth = ok(await hr().post("/department", { name: "Others'" })).body.data.id;
    ok(await hr().delete(`/department/${third}`, { successor_id: fourth }));
  });

  test("the refusal stands in the security log", async () => {
    expect(said(await edit({ salary: "9000" }))).toEqual(kept);
    // It is written once the answer is sent.
    const log = async () =>
      (await org.world.api(org.world.admin).get("/audit/security-log", { query: { kind: "refused" } })).body.data;
    await until("the refusal", async () => (await log()).length > 0);
    expect((await log())[0]).toMatchObject({ user: { id: org.world.hr.id }, call: "POST /user/:id" });
  });
});

describe("by a day", () => {
  test.each([-20, 0, 20])("a change from %i days on, also called a promotion", async (from) => {
    const on = await day(from);
    for (const change of [
      { salary: "9000" },
      { position_id: null },
      { location: "Mersin" },
      { parent_id: org.world.manager.id },
    ])
      expect(said(await plan({ effective_on: on, ...change }))).toEqual(kept);
    expect(said(await plan({ effective_on: on, type: "promotion", location: "Mersin" }))).toEqual(kept);
  });

  test("what somebody else has planned for oneself is neither withdrawn nor replaced; they withdraw it", async () => {
    const { world } = org;
    const less = ok(await plan({ effective_on: await day(20), salary: "3000" }, world.admin)).body.data;
    const leaves = await world.api(world.admin).post(`/user/${world.hr.id}/leaving`, {
      type: "termination",
      last_day: await day(60),
      successor_id: world.admin.id,
    });
    const ids = [less.id, ok(leaves).body.data.id] as number[];
    for (const id of ids) expect(said(await hr().delete(`/employment-change/${id}`))).toEqual(kept);
    expect(said(await plan({ effective_on: await day(30), location: "Mersin", replaces_id: less.id }))).toEqual(kept);
    const shown = (await hr().get(`/user/${world.hr.id}/changes`)).body.data;
    expect(shown.map((one: { can: object }) => one.can)).toEqual([{ withdraw: false }, { withdraw: false }]);
    for (const id of ids) expect((await hr().get(`/employment-change/${id}`)).body.data.status).toBe("planned");
    for (const id of ids) ok(await world.api(world.admin).delete(`/employment-change/${id}`));
  });

  test("what one has planned for oneself while it went can be withdrawn, and takes effect on its day", async () => {
    await fourEyes(false);
    const planned = async (field: object) => ok(await plan({ effective_on: await day(5), ...field })).body.data.id;
    const ids = [await planned({ salary: "9000" }), await planned({ contract_type: "part_time_contract" })];
    await fourEyes(true);
    ok(await hr().delete(`/employment-change/${ids[1]}`));
    await server.owner.query("UPDATE employment_change SET effective_on = effective_on - 5 WHERE id = ANY($1)", [ids]);
    await applyEmploymentChanges(server.platform.unitOfWork, org.world.tenantId);
    expect(await own()).toMatchObject({ salary: "9000.00", contract_type: "full_time_contract" });
  });
});

describe("out of a file", () => {
  const line = (...cells: string[]) => [org.world.hr.email, ...cells];

  test("each of the fields is a wrong row that says why, and nobody is changed", async () => {
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
      const [row] = ok(await send("/preview", rows, `email,${field}`)).body.data.rows;
      expect(row).toMatchObject({ email: org.world.hr.email, state: "wrong", errors: [{ field }] });
      expect(row.errors[0].message).toContain("Nobody changes their own pay");
      expect((await send("", rows, `email,${field}`)).body.errors).toHaveProperty("file");
    }
    expect(await own()).toEqual(before);
  });

  test("one's own row with another phone, and all else as it stands, is taken", async () => {
    const rows = [["E-mail", "Salary", "Phone"], line("4000", "+964 750 555 0199")];
    expect(ok(await send("", rows, "email,salary,phone_number")).body.data).toEqual({ created: 0, changed: 1 });
  });
});

test("without four eyes it goes: where one person alone looks after everybody", async () => {
  await fourEyes(false);
  expect((await own()).can.change_employment).toBe(true);
  expect((await hr().get("/organization-chart")).body.data.can.move_oneself).toBe(true);
  ok(await edit({ salary: "5000", currency: "USD", parent_id: org.world.manager.id }));
  ok(await plan({ type: "promotion", effective_on: await day(0), salary: "6000" }));
  const rows = [
    ["E-mail", "Salary"],
    [org.world.hr.email, "7000"],
  ];
  ok(await send("", rows, "email,salary"));
  expect((await own()).salary).toBe("7000.00");
});
