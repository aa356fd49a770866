import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { applyEmploymentChanges } from "../../../workers/people/employment/employment-changes";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { type PeopleFixture, peopleFixture } from "./fixtures";

const server = testServer();
let org: PeopleFixture;
beforeEach(async () => {
  org = await peopleFixture(server);
});

interface Entry {
  type: string;
  actor: { id: number } | null;
  fields: { field: string; before: string | null; after: string | null }[];
}

const save = (body: object, person: Person = org.world.employee) =>
  org.world.api(org.world.hr).post(`/user/${person.id}`, body);
const history = async (reader: Person, person: Person = org.world.employee): Promise<Entry[]> =>
  (await org.world.api(reader).get(`/user/${person.id}/history`)).body.data;
const line = (before: string | null, after: string | null) => ({ field: "dotted", before, after });
const audit = async (person: Person = org.world.employee) =>
  requireOk(
    await org.world
      .api(org.world.admin)
      .get("/audit/changes", { query: { subject_id: person.id, kind: "dotted_line" } }),
  ).body.data.map(
    ({ actor, before, after }: { actor: { id: number }; before: string | null; after: string | null }) => [
      actor.id,
      before,
      after,
    ],
  );

test("dotted-line history omits no-ops and is hidden without the chart permission", async () => {
  const { world, director } = org;
  const without = await org.withRole("No chart", ["user-list", "user-view"]);
  requireOk(await save({ dotted_ids: [director.id] }));
  requireOk(await save({ dotted_ids: [director.id] }));
  expect((await save({ dotted_ids: [director.id, world.employee.id] })).status).toBe(422);
  expect(await history(without)).toEqual([]);
  expect(await history(world.hr)).toHaveLength(1);
  expect(await audit()).toHaveLength(1);
});

test("a history entry has both users and the actor; a new manager ends a dotted line", async () => {
  const { world, director, colleague } = org;
  const { hr, employee, manager } = world;
  requireOk(await save({ dotted_ids: [director.id, colleague.id] }));
  requireOk(await save({ dotted_ids: [director.id], location: "Duhok" }));
  requireOk(await save({ parent_id: director.id }));
  const both = `${colleague.fullname} · ${director.fullname}`;
  const entries = await history(hr);
  expect(entries.map(({ fields }) => fields)).toEqual([
    [line(director.fullname, null), { field: "parent", before: manager.fullname, after: director.fullname }],
    [line(both, director.fullname), { field: "location", before: "Erbil", after: "Duhok" }],
    [line(null, both)],
  ]);
  expect(entries[0]?.actor).toMatchObject({ id: hr.id });
  expect((await history(employee)).map(({ fields }) => fields[0])).toEqual(entries.map(({ fields }) => fields[0]));
  expect(await audit()).toEqual(
    expect.arrayContaining([
      [hr.id, null, director.fullname],
      [hr.id, null, colleague.fullname],
      [hr.id, colleague.fullname, null],
      [hr.id, director.fullname, null],
    ]),
  );
  expect(await audit()).toHaveLength(4);
});

test("creating a user with a dotted line records it in the history", async () => {
  const { world, director } = org;
  const body = {
    fullname: "Nour",
    email: `nour@${world.host}`,
    role_id: world.roles.employee,
    dotted_ids: [director.id],
  };
  const { id } = requireOk(await world.api(world.hr).post("/user", body)).body.data;
  const [hired] = await history(world.hr, { id } as Person);
  expect(hired?.fields).toContainEqual(line(null, director.fullname));
});

test("a leaver's dotted lines go to the successor, in each report's history", async () => {
  const { world, director, colleague } = org;
  const { hr, employee, manager } = world;
  requireOk(await save({ dotted_ids: [director.id] }));
  requireOk(await save({ dotted_ids: [colleague.id] }, director));
  const { day } = (await world.tx((tx) => tx.one(unnamedSql("SELECT (tenant_today() + 2)::text AS day")))) as {
    day: string;
  };
  requireOk(
    await world
      .api(hr)
      .post(`/user/${director.id}/leaving`, { type: "resignation", last_day: day, successor_id: colleague.id }),
  );
  await server.owner.query("UPDATE employment_change SET effective_on = effective_on - 3 WHERE tenant_id = $1", [
    world.tenantId,
  ]);
  expect(await applyEmploymentChanges(server.platform.unitOfWork, world.tenantId)).toBe(1);
  const last = async (person: Person) => (await history(hr, person))[0];
  expect(await last(employee)).toMatchObject({
    type: "change",
    actor: { id: hr.id },
    fields: [line(director.fullname, colleague.fullname)],
  });
  expect((await last(manager))?.fields).toEqual([
    { field: "parent", before: director.fullname, after: colleague.fullname },
  ]);
  expect((await history(hr, director)).flatMap(({ fields }) => fields)).toContainEqual(line(colleague.fullname, null));
  const entries = (await audit()).slice(0, 2).map(([, ...values]: unknown[]) => values);
  expect(entries).toContainEqual([director.fullname, null]);
  expect(entries).toContainEqual([null, colleague.fullname]);
});
