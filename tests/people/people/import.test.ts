import { contractTypes, educationLevels, genders } from "../../../shared/people/people/people.fields";
import type { ImportedRow } from "../../../shared/people/people/people-import.contract";
import { runsAll } from "../../run-size";
import { multipart } from "../../support/multipart";
import { runWhileLocked } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { filledFields, type PeopleFixture, peopleFixture } from "./fixtures";

const server = testServer();
let org: PeopleFixture;
beforeEach(async () => {
  org = await peopleFixture(server);
});

const send = (
  step: "" | "/read" | "/preview",
  content: string | Buffer,
  fields: object = {},
  by: Person = org.world.hr,
) =>
  org.world.api(by).send({
    method: "POST",
    url: `/user/import${step}`,
    ...multipart([
      { name: "file", value: Buffer.from(content), filename: "people.csv" },
      ...Object.entries(fields).map(([name, value]) => ({ name, value: String(value) })),
    ]),
  });
const csv = (...rows: string[][]) => rows.map((cells) => cells.map((cell) => `"${cell}"`).join(",")).join("\r\n");
const mail = (name: string) => `${name}@${org.world.host}`;
const preview = async (content: string, columns: string, fields: object = {}) => {
  const { body } = await send("/preview", content, { columns, role_id: org.world.roles.employee, ...fields });
  const rows = body.data.rows as ImportedRow[];
  return { ...body.data, of: (email: string) => rows.find((row) => row.email === email) as ImportedRow };
};
const run = (content: string, columns: string, fields: object = {}) =>
  send("", content, { columns, role_id: org.world.roles.employee, ...fields });
const find = async (email: string) =>
  (await org.world.api(org.world.hr).get(`/user?q=${encodeURIComponent(email)}`)).body.data[0];
const countOf = async () => (await org.world.api(org.world.hr).get("/user")).body.meta.total;

describe("refused imports", () => {
  const file = () => csv(["E-mail", "Name"], [mail("nina"), "Nina"]);

  test("an import without permission, a readable file or unique columns is refused", async () => {
    const { world } = org;
    for (const person of [world.manager, world.employee, world.external])
      for (const step of ["", "/read", "/preview"] as const)
        expect((await send(step, file(), { columns: "email,fullname" }, person)).status).toBe(403);
    expect((await world.api(world.hr).post("/user/import/read", {})).body.errors).toHaveProperty("file");
    expect((await send("/read", "PK\u0003\u0004 no workbook")).body.errors).toHaveProperty("file");
    expect((await send("/read", "E-mail,Name\n")).body.errors).toHaveProperty("file");
    expect((await run(file(), ",fullname")).body.errors).toHaveProperty("columns");
    expect((await run(file(), "email,email")).body.errors).toHaveProperty("columns");
    expect((await run(file(), "email,salaries")).status).toBe(422);
  });

  test("an import with one invalid row adds and changes no user", async () => {
    const before = await countOf();
    const content = csv(["E-mail", "Name"], [mail("nina"), "Nina"], ["no address", "Omar"]);
    const { status, body } = await run(content, "email,fullname");
    expect([status, body.errors.file]).toEqual([422, [expect.stringContaining("Nobody was added")]]);
    expect(await countOf()).toBe(before);
  });

  test("an import with more users than free seats is refused before any is added", async () => {
    await org.world.change({ plan: "free" });
    const content = csv(["E-mail", "Name"], [mail("nina"), "Nina"]);
    const { seats } = await preview(content, "email,fullname");
    expect(seats).toEqual({ needed: 1, free: 0 });
    const { status, body } = await run(content, "email,fullname");
    expect([status, body.code]).toEqual([403, "plan_limit_reached"]);
    expect(await find(mail("nina"))).toBeUndefined();
  });

  test("imports can't assign privileged roles or change administrators or the caller", async () => {
    const { world } = org;
    const content = csv(
      ["E-mail", "Name", "Role"],
      [mail("nina"), "Nina", "Administrator"],
      [world.admin.email, "", "Employee"],
      [world.hr.email, "", "Employee"],
    );
    const { rows, counts } = await preview(content, "email,fullname,role");
    expect(counts.wrong).toBe(3);
    for (const row of rows) expect(row.errors.map(({ field }: { field: string }) => field)).toContain("role");
  });

  test("with user-create only, an import changes no user and sets no salary", async () => {
    const adds = await org.withRole("Adds", ["user-create", "user-list"]);
    const content = csv(
      ["E-mail", "Name", "Salary", "Currency"],
      [org.colleague.email, "Else", "", ""],
      [mail("nina"), "Nina", "900", "USD"],
    );
    const { body } = await send(
      "/preview",
      content,
      { columns: "email,fullname,salary,currency", role_id: org.world.roles.employee },
      adds,
    );
    expect(body.data.counts).toEqual({ new: 0, changed: 0, same: 0, wrong: 2, skipped: 0 });
  });

  test("with user-create only, a preview reveals nothing about existing users", async () => {
    const adds = await org.withRole("Adds", ["user-create"]);
    const { employee, manager } = org.world;
    const tried = async (columns: string, ...rows: string[][]) => {
      const options = { columns: `email,${columns}`, role_id: org.world.roles.employee };
      const content = csv([`E-mail,${columns}`].join().split(","), ...rows);
      return (await send("/preview", content, options, adds)).body.data.rows as ImportedRow[];
    };
    for (const [column, right, wrong] of [
      ["gender", filledFields.gender, "male"],
      ["contract_type", filledFields.contract_type, "temporary"],
      ["contract_end", filledFields.contract_end, "2030-01-01"],
      ["date_of_joining", filledFields.date_of_joining, "2020-01-01"],
      ["slack_id", filledFields.slack_id, "U1"],
      ["role", "Employee", "Finance"],
      ["parent", manager.email, org.director.email],
    ] as const) {
      const [one] = await tried(column, [employee.email, right]);
      const [other] = await tried(column, [employee.email, wrong]);
      expect([column, one?.state, one?.errors]).toEqual([column, "wrong", other?.errors]);
    }
    const cycle = await tried(
      "fullname,parent",
      [mail("new"), "New", employee.email],
      [org.director.email, "", mail("new")],
    );
    expect(JSON.stringify(cycle)).not.toContain(manager.email);
    const number = await tried("fullname,employee_id", [mail("new"), "New", filledFields.employee_id]);
    expect([number[0]?.state, JSON.stringify(number).includes(employee.email)]).toEqual(["wrong", false]);
  });
});

test("a preview shows changes as labels instead of codes", async () => {
  const titles = ["E-mail", "External", "Contract", "Gender", "Degree", "Phone"];
  const columns = "email,external,contract_type,gender,last_degree,phone_number";
  const cells = [org.colleague.email, "yes", contractTypes[0], genders[0], educationLevels[0], "+1 555 0101"];
  const { rows } = await preview(csv(titles, cells), columns);
  const valueByField = new Map<string, string>(
    rows[0].changes.map((one: { field: string; after: string }) => [one.field, one.after]),
  );
  expect([...valueByField.keys()].toSorted()).toEqual(columns.split(",").slice(1).toSorted());
  expect([valueByField.get("external"), valueByField.get("phone_number")]).toEqual(["Yes", "+1 555 0101"]);
  for (const code of [contractTypes[0], genders[0], educationLevels[0]])
    expect([...valueByField.values()]).not.toContain(code);
});

test("columns are guessed from titles in all languages, each field once", async () => {
  for (const titles of [
    ["E-mail", "Name", "Manager", "Joined", "Phone", "E-mail"],
    ["Work e-mail", "Full name", "Reports to", "Hire date", "Mobile", "x"],
    ["E-Mail", "Name", "Führungskraft", "Eintritt", "Telefon", "x"],
    ["البريد الإلكتروني", "الاسم", "المدير", "تاريخ الالتحاق", "الهاتف", "x"],
    ["이메일", "이름", "관리자", "입사일", "전화", "x"],
    ["ئیمەیڵ", "ناو", "بەڕێوەبەر", "بەرواری دەستبەکاربوون", "تەلەفۆن", "x"],
  ]) {
    const { body } = await send("/read", csv(titles, ["a@b.test", "A", "", "2026-01-05", "", ""]));
    const fields = body.data.columns.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(["email", "fullname", "parent", "date_of_joining", "phone_number", null]);
    expect(body.data.columns[0].samples).toEqual(["a@b.test"]);
    expect(body.data.rows).toBe(1);
  }
});

test("a preview has errors by field and old and new values, and saves nothing", async () => {
  const { world } = org;
  const content = csv(
    ["E-mail", "Name", "Department", "Manager", "Contract", "Joined", "ID"],
    [mail("nina"), "Nina", "Delivery", world.employee.email, "Vollzeit", "05.01.2026", "N-1"],
    [world.employee.email, "", "Delivery", "", "temporary", "", ""],
    [org.colleague.email, "", "Delivery", "", "", "", ""],
    [mail("omar"), "Omar", "Nowhere", mail("nobody"), "sometimes", "2026-02-30", ""],
    [mail("omid"), "Omid", "Nowhere", mail("nobody"), "", "", "N-1"],
    [mail("nina"), "", "", "", "", "", ""],
  );
  const { counts, of, rows } = await preview(
    content,
    "email,fullname,department,parent,contract_type,date_of_joining,employee_id",
  );
  expect(counts).toEqual({ new: 0, changed: 1, same: 1, wrong: 4, skipped: 0 });
  expect(of(world.employee.email).changes).toEqual([
    { field: "contract_type", before: "Full time", after: "Temporary" },
  ]);
  const fieldsOf = (row: ImportedRow) => row.errors.map(({ field }) => field).sort();
  expect(fieldsOf(of(mail("omar")))).toEqual(["date_of_joining", "department", "parent"]);
  expect(fieldsOf(of(mail("omid")))).toEqual(["department", "employee_id", "parent"]);
  expect(
    rows
      .filter(({ email }: ImportedRow) => email === mail("nina"))
      .map(({ errors }: ImportedRow) => errors.map(({ message }) => message)),
  ).toEqual(
    [["Also in row 7"], ["Also in row 2", expect.any(String)]].map((messages) => expect.arrayContaining(messages)),
  );
  expect((await find(world.employee.email)).contract_type).toBe("full_time_contract");
});

test("managers may be in any row, and a reporting cycle is reported as an error", async () => {
  const { world, director } = org;
  const { manager, employee } = world;
  const chain = csv(
    ["E-mail", "Name", "Manager"],
    [mail("c"), "Cem", mail("b")],
    [mail("b"), "Bea", mail("a")],
    [mail("a"), "Ada", employee.email],
    [manager.email, "", employee.email],
    [employee.email, "", director.email],
  );
  expect((await run(chain, "email,fullname,parent")).body.data).toMatchObject({ created: 3, changed: 2, left_out: 0 });
  const leaderOf = async (email: string) => (await find(email)).parent.fullname;
  expect([await leaderOf(mail("c")), await leaderOf(mail("b")), await leaderOf(mail("a"))]).toEqual([
    "Bea",
    "Ada",
    employee.fullname,
  ]);
  expect([await leaderOf(manager.email), await leaderOf(employee.email)]).toEqual([
    employee.fullname,
    director.fullname,
  ]);
  const circle = csv(["E-mail", "Manager"], [director.email, mail("c")]);
  const { of } = await preview(circle, "email,parent");
  const cyclePath = [director.email, mail("c"), mail("b"), mail("a"), employee.email, director.email].join(" → ");
  expect(of(director.email).errors).toEqual([
    { field: "parent", message: `They would report to themselves: ${cyclePath}` },
  ]);
});

test("an imported user has a hiring entry and can be invited", async () => {
  const { world, colleague } = org;
  const mark = server.published.length;
  const content = csv(
    ["E-mail", "Name", "Salary", "Currency", "Phone", "External"],
    [mail("nina"), "Nina", "2,750.50", "usd", "'+1 555 0101", "Nein"],
  );
  const columns = "email,fullname,salary,currency,phone_number,external";
  expect((await run(content, columns)).body.message).toBe("1 added, 0 changed.");
  const { id } = await find(mail("nina"));
  const { data } = (await world.api(world.hr).get(`/user/${id}`)).body;
  expect(data).toMatchObject({
    salary: "2750.50",
    currency: "USD",
    phone_number: "+1 555 0101",
    external: false,
    can: { invite: true },
    invited_until: null,
  });
  expect((await world.api(world.hr).get(`/user/${id}/history`)).body.data[0].type).toBe("hiring");
  expect((await world.api(colleague).get(`/user/${id}`)).body.data).not.toHaveProperty("salary");
  const types = world.events(mark).map(({ event }) => event.type);
  expect(types).toContain("user.created");
  expect((await run(content, columns)).body.message).toBe("0 added, 0 changed.");
});

test("an import with invitations mails each new user", async () => {
  const content = csv(["E-mail", "Name"], [mail("nina"), "Nina"]);
  await run(content, "email,fullname", { invite: "true" });
  const { id } = await find(mail("nina"));
  const { data } = (await org.world.api(org.world.hr).get(`/user/${id}`)).body;
  expect(data.invited_until).not.toBeNull();
});

test("two concurrent imports of one file create each user once", async () => {
  const content = csv(["E-mail", "Name"], [mail("nina"), "Nina"]);
  const answers = await runWhileLocked(
    server,
    org.world,
    (tx) => tx.manager.query("SELECT id FROM tenant WHERE id = current_tenant() FOR NO KEY UPDATE"),
    [() => run(content, "email,fullname"), () => run(content, "email,fullname")],
  );
  expect(answers.map(({ body }) => body.data.created as number).sort((a, b) => a - b)).toEqual([0, 1]);
});

const rowCount = Number(process.env.IMPORTED ?? (runsAll ? 10_000 : 50));
test(`${rowCount} users are imported in one transaction, managers in any order`, async () => {
  const rows = Array.from({ length: rowCount }, (_, at) => [
    mail(`p${at}`),
    `Person ${at}`,
    at === 0 ? "" : mail(`p${(at - 1) >> 3}`),
  ]);
  const { status, body } = await run(csv(["E-mail", "Name", "Manager"], ...rows.reverse()), "email,fullname,parent");
  expect([status, body.data?.created]).toEqual([200, rowCount]);
  const moved = csv(
    ["E-mail", "Location", "Salary", "Currency"],
    ...rows.map(([email]) => [email as string, "Duhok", "1200", "USD"]),
  );
  const begun = performance.now();
  expect((await run(moved, "email,location,salary,currency")).body.data).toMatchObject({
    created: 0,
    changed: rowCount,
    left_out: 0,
  });
  if (rowCount > 50)
    process.stderr.write(`${rowCount} people changed: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`);
}, 600_000);

test("an import leaves the same record, version, history and events as an edit", async () => {
  const { world, director, colleague } = org;
  const twin = await world.person("employee", { fullname: colleague.fullname });
  const begin = { location: "Erbil", salary: "1000.00", currency: "USD", parent_id: world.manager.id };
  for (const { id } of [colleague, twin])
    await world.api(world.hr).post(`/user/${id}`, { ...begin, department_id: null, dotted_ids: [director.id] });
  const traces = async (id: number, since: number) => {
    const { version, location, position, parent, salary, currency, city, contract_end } = (
      await world.api(world.hr).get(`/user/${id}`)
    ).body.data;
    const [last] = (await world.api(world.hr).get(`/user/${id}/history`)).body.data;
    const emitted = world
      .events(since)
      .map(({ event }) => event as { type: string; data: { id: number; position: object } })
      .filter(({ type, data }) => type === "user.updated" && data.id === id)
      .map(({ data }) => data.position);
    const { fields, type, effective_on, actor } = last;
    return [
      { version, location, position, parent, salary, currency, city, contract_end },
      { fields, type, effective_on, actor },
      emitted,
    ];
  };
  let mark = server.published.length;
  await world.api(world.hr).post(`/user/${twin.id}`, {
    location: "Duhok",
    position_id: org.position,
    parent_id: director.id,
    salary: "2000.00",
    city: "Zakho",
    contract_end: "2031-01-01",
  });
  const byHand = await traces(twin.id, mark);
  // The new manager's dotted line has ended.
  expect(byHand[1]).toMatchObject({
    fields: expect.arrayContaining([{ field: "dotted", before: director.fullname, after: null }]),
  });
  mark = server.published.length;
  const file = csv(
    ["E-mail", "Location", "Position", "Manager", "Salary", "City", "Ends"],
    [colleague.email, "Duhok", "Backend engineer", director.email, "2000.00", "Zakho", "2031-01-01"],
  );
  const answer = await run(file, "email,location,position,parent,salary,city,contract_end");
  expect(answer.body.data).toMatchObject({ created: 0, changed: 1, left_out: 0 });
  expect(await traces(colleague.id, mark)).toEqual(byHand);
});
