import { permissions } from "../../../shared/access";
import { type FieldReaders, fieldReaders, userFields } from "../../../shared/people/people/people.fields";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { filledFields, type PeopleFixture, peopleFixture } from "./fixtures";

/** Tests every kind of reader with every field and every call that returns users. An unreadable field must be absent from the response. */
const server = testServer();
let org: PeopleFixture;
let readers: Record<string, { person: Person; reads: readonly FieldReaders[] | null }>;

beforeAll(async () => {
  org = await peopleFixture(server);
  const { world } = org;
  const everyday: readonly FieldReaders[] = ["directory", "chart"];
  readers = {
    administrator: { person: world.admin, reads: ["directory", "chart", "work", "private"] },
    hr: { person: world.hr, reads: ["directory", "chart", "work", "private"] },
    "the person": { person: world.employee, reads: ["directory", "chart", "work", "private"] },
    "their manager": { person: world.manager, reads: ["directory", "chart", "work"] },
    "their manager's manager": { person: org.director, reads: ["directory", "chart", "work"] },
    finance: { person: world.finance, reads: everyday },
    "a colleague of the department": { person: org.colleague, reads: everyday },
    "everything but user-edit": {
      person: await org.withRole(
        "Nearly",
        permissions.filter((code) => code !== "user-edit"),
      ),
      reads: everyday,
    },
    "no chart": { person: await org.withRole("Directory", ["user-list", "user-view"]), reads: ["directory"] },
    "external, whatever the role says": {
      person: await world.person("administrator", { external: true }),
      reads: null,
    },
    "no permission": { person: await org.withRole("Nothing", []), reads: null },
  };
});

const calls: Record<string, { url: (id: number) => string; list?: true; full?: true }> = {
  "GET /user": { url: () => "/user?per_page=200", list: true },
  "GET /user, found by name": { url: () => "/user?q=Emil", list: true },
  "GET /user/employee": { url: () => "/user/employee", list: true },
  "GET /user/all-employee": { url: () => "/user/all-employee", list: true },
  "GET /user/{id}": { url: (id) => `/user/${id}`, full: true },
  "GET /user/profile/{id}": { url: (id) => `/user/profile/${id}`, full: true },
};

const names = [
  "administrator",
  "hr",
  "the person",
  "their manager",
  "their manager's manager",
  "finance",
  "a colleague of the department",
  "everything but user-edit",
  "no chart",
  "external, whatever the role says",
  "no permission",
];

describe.each(Object.entries(calls))("%s", (_, { url, list, full }) => {
  test.each(names)("returns only the fields that the reader may read: %s", async (name) => {
    const { person, reads } = readers[name] as (typeof readers)[string];
    const { employee } = org.world;
    const answer = await org.world.api(person).get(url(employee.id));
    if (reads === null) {
      expect(answer.status).toBe(403);
      for (const value of Object.values(filledFields)) expect(answer.text).not.toContain(value);
      return;
    }
    expect(answer.status).toBe(200);
    const record = list ? answer.body.data.find((row: { id: number }) => row.id === employee.id) : answer.body.data;
    const expected = userFields.filter(
      (field) => reads.includes(fieldReaders[field]) && (full || fieldReaders[field] !== "private"),
    );
    expect(userFields.filter((field) => field in record).sort()).toEqual([...expected].sort());
    for (const [field, value] of Object.entries(filledFields)) {
      if (expected.includes(field as never)) expect([field, record[field]]).toEqual([field, value]);
      // Skips values that a readable field has too, e.g. the same town or day.
      else if (
        !Object.entries(filledFields).some(([other, same]) => expected.includes(other as never) && same === value)
      )
        expect(answer.text).not.toContain(value);
    }
  });
});

test("acting users and vacancies are visible only with the chart permission", async () => {
  const { world } = org;
  const body = {
    user_id: world.employee.id,
    acting_id: org.colleague.id,
    starts_on: "2026-01-01",
    ends_on: "2999-01-01",
  };
  expect((await world.api(world.hr).post("/acting", body)).status).toBe(201);
  const dotted_ids = [org.director.id];
  expect((await world.api(world.hr).post(`/user/${world.employee.id}`, { dotted_ids })).status).toBe(200);
  const places = ["managers", "reports", "dotted", "dotted_reports", "acting", "acts_for"];
  for (const name of names) {
    const { person, reads } = readers[name] as (typeof readers)[string];
    const { body: answer } = await world.api(person).get(`/user/${world.employee.id}`);
    const visibleFields = places.filter((field) => field in (answer.data ?? {}));
    expect([name, visibleFields]).toEqual([name, reads?.includes("chart") ? places : []]);
  }
});

test("the tests of readable fields cover every kind of reader", () => expect(Object.keys(readers)).toEqual(names));

test("only holders of user-edit can read the edit form's data", async () => {
  for (const name of names) {
    const { person } = readers[name] as (typeof readers)[string];
    const { status } = await org.world.api(person).get(`/user/${org.world.employee.id}/edit`);
    expect([name, status]).toEqual([name, ["administrator", "hr"].includes(name) ? 200 : 403]);
  }
});

test("users, including external ones, can read all of their own fields", async () => {
  const { world } = org;
  expect((await world.api(world.employee).get("/user/profile")).body.data).toMatchObject(filledFields);
  const { status, body } = await world.api(world.external).get("/user/profile");
  expect([status, body.data.id, body.data.managers, body.data.reports]).toEqual([
    200,
    world.external.id,
    undefined,
    undefined,
  ]);
  expect((await world.api(world.external).get(`/user/profile/${world.employee.id}`)).status).toBe(403);
});

test("pickers return names and images only", async () => {
  const { body } = await org.world.api(org.colleague).get("/user/select2");
  for (const row of body.data) expect(Object.keys(row).sort()).toEqual(["fullname", "id", "image"]);
  expect((await org.world.api(org.world.external).get("/user/select2")).status).toBe(403);
});

describe("searching by unreadable fields", () => {
  const found = async (person: Person, query: string) =>
    (await org.world.api(person).get(`/user?${query}`)).body.data.map((row: { id: number }) => row.id);
  const hidden = [
    "contract_type=full_time_contract",
    "joined_from=2021-01-01&joined_to=2021-12-31",
    `q=${filledFields.employee_id}`,
    "leaving=true",
  ];

  test.each(hidden)("searching by %s finds users only for readers of the field", async (query) => {
    const { world, colleague } = org;
    expect(await found(world.hr, query)).toEqual([world.employee.id]);
    expect(await found(world.manager, query)).toEqual([world.employee.id]);
    expect(await found(colleague, query)).toEqual([]);
  });

  test("searching by unreadable role or manager finds no other user", async () => {
    const { world, colleague } = org;
    const role = `role_id=${world.roles.employee}`;
    expect(await found(world.hr, role)).toContain(world.employee.id);
    expect(await found(colleague, role)).toEqual([colleague.id]);
    const chartless = readers["no chart"] as (typeof readers)[string];
    expect(await found(chartless.person, `parent_id=${world.manager.id}`)).toEqual([]);
    expect(await found(colleague, `parent_id=${world.manager.id}`)).toEqual([world.employee.id]);
  });

  test("sorting by an unreadable joining date falls back to the name", async () => {
    const { world } = org;
    await world.person("employee", { fullname: "Aaron Late", joinedOn: "2026-01-01" });
    await world.person("employee", { fullname: "Zoe Early", joinedOn: "2001-01-01" });
    const outsider = readers["no chart"] as (typeof readers)[string];
    const order = async (person: Person, sort: string): Promise<string[]> =>
      (await world.api(person).get(`/user?per_page=200&sort=${sort}`)).body.data
        .map((row: { fullname: string }) => row.fullname)
        .filter((fullname: string) => /Aaron|Zoe/.test(fullname));
    expect(await order(world.hr, "date_of_joining")).toEqual(["Zoe Early", "Aaron Late"]);
    expect(await order(world.hr, "-date_of_joining")).toEqual(["Aaron Late", "Zoe Early"]);
    for (const sort of ["date_of_joining", "-date_of_joining"])
      expect(await order(outsider.person, sort)).toEqual(["Aaron Late", "Zoe Early"]);
  });
});

test("users who left are visible to HR and their former managers", async () => {
  const { world, director, colleague } = org;
  const formerUser = await world.person("employee", {
    fullname: "Gone Girl",
    active: false,
    managerId: world.manager.id,
  });
  const visibilityFor = async (person: Person) => [
    (await world.api(person).get(`/user/${formerUser.id}`)).status,
    (await world.api(person).get("/user?q=Gone")).body.data.length,
    (await world.api(person).get("/user/all-employee?q=Gone")).body.data.length,
    (await world.api(person).get("/user/employee?q=Gone")).body.data.length,
  ];
  for (const person of [world.hr, world.manager, director]) expect(await visibilityFor(person)).toEqual([200, 1, 1, 0]);
  for (const person of [colleague, world.finance]) expect(await visibilityFor(person)).toEqual([404, 0, 0, 0]);
});
