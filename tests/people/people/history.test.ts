import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { type PeopleFixture, peopleFixture } from "./fixtures";

const server = testServer();
let org: PeopleFixture;
beforeEach(async () => {
  org = await peopleFixture(server);
});

interface Entry {
  type: string;
  effective_on: string;
  actor: { id: number } | null;
  fields: { field: string; before: string | null; after: string | null }[];
}

const change = (body: object) => org.world.api(org.world.hr).post(`/user/${org.world.employee.id}`, body);
const read = async (person: Person, id = org.world.employee.id): Promise<Entry[]> =>
  (await org.world.api(person).get(`/user/${id}/history`)).body.data;

test("each reader's history contains only changes of fields they may read", async () => {
  const { world, colleague, director } = org;
  const body = { location: "Mersin", contract_type: "temporary", salary: "5000", parent_id: director.id };
  expect((await change(body)).status).toBe(200);
  const fieldsFor = async (person: Person) => (await read(person))[0]?.fields.map(({ field }) => field);
  for (const person of [world.hr, world.admin])
    expect(await fieldsFor(person)).toEqual(["contract_type", "location", "parent", "salary"]);
  expect(await fieldsFor(world.employee)).toEqual(["contract_type", "location", "parent", "salary"]);
  expect(await fieldsFor(director)).toEqual(["contract_type", "location", "parent"]);
  expect(await fieldsFor(colleague)).toEqual(["location", "parent"]);
  const [entry] = await read(world.hr);
  expect(entry).toMatchObject({ type: "change", actor: { id: world.hr.id } });
  expect(entry?.fields).toContainEqual({ field: "salary", before: "4200.50 USD", after: "5000.00 USD" });
  expect(entry?.fields).toContainEqual({ field: "parent", before: world.manager.fullname, after: director.fullname });
  expect((await read(colleague))[0]?.actor).toBeNull();
});

test("changes without a readable field are hidden; external users get 403", async () => {
  const { world, colleague } = org;
  await change({ salary: "5000" });
  expect(await read(world.manager)).toEqual([]);
  expect(await read(colleague)).toEqual([]);
  expect((await world.api(world.external).get(`/user/${world.employee.id}/history`)).status).toBe(403);
  expect(await read(world.hr)).toHaveLength(1);
});

test("unchanged values and refused changes leave no history", async () => {
  const { world } = org;
  await change({ location: "Erbil", phone_number: "+1 555 0101" });
  expect((await change({ location: "Mersin", email: world.hr.email })).status).toBe(422);
  expect(await read(world.hr)).toEqual([]);
});

test("hiring is recorded on the joining date; the user can still be deleted", async () => {
  const { world, position } = org;
  const body = {
    fullname: "Hana Kim",
    email: `hana@${world.host}`,
    role_id: world.roles.employee,
    position_id: position,
    date_of_joining: "2026-01-05",
  };
  const { id } = (await world.api(world.hr).post("/user", body)).body.data;
  const [entry] = await read(world.hr, id);
  expect(entry).toMatchObject({ type: "hiring", effective_on: "2026-01-05" });
  expect(entry?.fields).toContainEqual({ field: "position", before: null, after: "Backend engineer" });
  expect((await world.api(world.hr).delete(`/user/${id}`)).status).toBe(200);
});
