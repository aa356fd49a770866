import { readWorkbook } from "../../../server/platform/tables/workbook";
import type { BulkResult } from "../../../shared/kernel/bulk-result";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { filledFields, type PeopleFixture, peopleFixture } from "./fixtures";

const server = testServer();
let org: PeopleFixture;
beforeEach(async () => {
  org = await peopleFixture(server);
});

const bulk = (body: object, by: Person = org.world.hr) => org.world.api(by).post("/user/bulk", body);
const listed = async (id: number) =>
  (await org.world.api(org.world.hr).get("/user?per_page=200")).body.data.find((row: { id: number }) => row.id === id);

describe("bulk changes", () => {
  test("a bulk change without permission, ids or changes is refused as a whole", async () => {
    const { employee, manager, external } = org.world;
    for (const person of [manager, employee, external])
      expect((await bulk({ ids: [employee.id], department_id: null }, person)).status).toBe(403);
    expect(Object.keys((await bulk({ ids: [], department_id: null })).body.errors)).toEqual(["ids"]);
    expect(Object.keys((await bulk({ ids: [employee.id] })).body.errors)).toEqual(["ids"]);
    expect((await bulk({ ids: ["x"], active: true })).status).toBe(422);
  });

  test("a bulk change reports each refused user and changes the remaining users", async () => {
    const { world, colleague } = org;
    const other = await server.world();
    const ids = [colleague.id, world.hr.id, world.admin.id, other.employee.id, colleague.id];
    const { status, body } = await bulk({ ids, active: false });
    expect([status, body.message]).toEqual([200, "1 person was changed."]);
    expect((body.data as BulkResult[]).map(({ id, done, code }) => [id, done, code])).toEqual([
      [colleague.id, true, null],
      [world.hr.id, false, "user.self"],
      [world.admin.id, false, "permission.denied"], // HR can't deactivate an administrator
      [other.employee.id, false, "notFound"],
    ]);
    expect((await listed(colleague.id)).active).toBe(false);
    expect((await listed(world.admin.id)).active).toBe(true);
  });

  test("in a bulk change, a reporting cycle is refused only for the user who causes it", async () => {
    const { world, colleague, director } = org;
    const { data } = (await bulk({ ids: [colleague.id, director.id], parent_id: world.employee.id })).body;
    expect(data[1]).toMatchObject({ done: false, status: 422, message: expect.stringContaining("reports to them") });
    expect((await listed(colleague.id)).parent_id).toBe(world.employee.id);
    const [entry] = (await world.api(world.hr).get(`/user/${colleague.id}/history`)).body.data;
    expect(entry.fields).toContainEqual({ field: "parent", before: null, after: world.employee.fullname });
  });

  test("a bulk change sets position and department, but HR can't assign admin roles", async () => {
    const { world, colleague, department, position } = org;
    const change = { department_id: department, position_id: position };
    expect((await bulk({ ids: [colleague.id, world.finance.id], ...change })).body.data[1].done).toBe(true);
    expect(await listed(world.finance.id)).toMatchObject({
      department: { id: department },
      position: { id: position },
    });
    const { data } = (await bulk({ ids: [colleague.id], role_id: world.roles.administrator })).body;
    expect(data).toMatchObject([{ done: false, code: "permission.denied" }]);
  });

  test("with one seat left, a bulk change activates one user and refuses the next", async () => {
    const { world, colleague, director } = org;
    const ids = [world.employee.id, world.finance.id, colleague.id, director.id];
    expect((await bulk({ ids, active: false })).body.message).toBe("4 people were changed.");
    await world.change({ plan: "free" }); // five seats, of which four are taken
    const { data } = (await bulk({ ids: ids.slice(2), active: true })).body;
    expect(data).toMatchObject([{ done: true }, { done: false, code: "plan_limit_reached" }]);
  });
});

describe("exports", () => {
  const save = (query: string, by: Person = org.world.hr) => org.world.api(by).get(`/users/export?${query}`);
  const linesOf = (text: string) => text.replace("\ufeff", "").trim().split("\r\n");

  test("an export gets 403 without permission and 422 for invalid input", async () => {
    const { world } = org;
    const userWithoutPermissions = await org.withRole("Nothing", []);
    for (const person of [world.external, userWithoutPermissions])
      expect((await save("format=csv", person)).status).toBe(403);
    expect(Object.keys((await save("")).body.errors)).toEqual(["format"]);
    expect((await save("format=csv&columns=salary")).status).toBe(422);
  });

  test("an export has the filtered rows, sort order and columns, and is logged", async () => {
    const { world, colleague } = org;
    const { text, headers } = await save("format=csv&q=delivery&sort=-fullname&columns=department,date_of_joining");
    expect(linesOf(text)).toEqual([
      "Name,Department,Joined",
      `${world.employee.fullname},Delivery,${filledFields.date_of_joining}`,
      `${colleague.fullname},Delivery,`,
    ]);
    expect(headers["content-disposition"]).toMatch(/employees-\d{4}-\d\d-\d\d\.csv/);
    expect(linesOf((await save(`format=csv&ids=${colleague.id}&columns=email`)).text)).toHaveLength(2);
    const log = (await world.api(world.admin).get("/audit/security-log?kind=exported")).body.data;
    expect(log[0].facts).toMatchObject({ scope: "people" });
  });

  test("an export has only columns the reader may see, and never private fields", async () => {
    const { world, colleague } = org;
    const plain = await org.withRole("Directory", ["user-list", "user-view"]);
    const headOf = async (by: Person) => linesOf((await save("format=csv&q=emil", by)).text)[0];
    expect(await headOf(world.hr)).toContain("Manager,Contract,Joined");
    expect(await headOf(world.manager)).toContain("Manager,Contract,Joined");
    expect(await headOf(colleague)).toBe("Name,Position,Department,Manager,E-mail,Phone,Location,External,Active");
    expect(await headOf(plain)).toBe("Name,Position,Department,E-mail,Phone,Location,External,Active");
    const all = (await save("format=csv")).text;
    for (const hidden of [filledFields.salary, filledFields.address, filledFields.credential_number])
      expect(all).not.toContain(hidden);
  });

  test("values that start like a formula are escaped in CSV and XLSX", async () => {
    const { world } = org;
    const name = '=HYPERLINK("http://evil.test")';
    await world.api(world.hr).post(`/user/${world.employee.id}`, { fullname: name });
    expect((await save("format=csv&q=hyperlink&columns=email")).text).toContain('"\'=HYPERLINK(""http://evil.test"")"');
    const headers = { host: world.host, authorization: `Bearer ${world.hr.token}` };
    const url = "/users/export?format=xlsx&q=hyperlink&columns=email,date_of_joining";
    const [titles, row] = await readWorkbook((await server.app.inject({ url, headers })).rawPayload, {
      rows: 9,
      columns: 99,
    });
    expect(titles?.cells.map((cell) => cell.text)).toEqual(["Name", "Joined", "E-mail"]);
    expect(row?.cells.map((cell) => cell.text)).toEqual([name, filledFields.date_of_joining, world.employee.email]);
    expect(row?.cells[1]).toHaveProperty("day");
  });

  test("an export for a past day has that day's users and data", async () => {
    const { world, department } = org;
    const other = await world.api(world.hr).post("/department", { name: "Sales" });
    await world.api(world.hr).post(`/user/${world.employee.id}`, { department_id: other.body.data.id });
    const [row] = await server.owner.query<{ day: string }[]>("SELECT (current_date - 3)::text AS day");
    const { text } = await save(`format=csv&as_of=${row?.day}&department_id=${department}&columns=department`);
    expect(linesOf(text)).toContain(`${world.employee.fullname},Delivery`);
  });
});
