import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { runWhileLocked } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { type DirectoryClient, enterpriseSchema, withDirectory } from "./directory";

const ascending = (one: number, other: number) => one - other;

const server = testServer();
let world: World;
let directory: DirectoryClient;
beforeEach(async () => {
  world = await server.world();
  directory = await withDirectory(server, world);
});

const rows = <Row>(text: string, values: unknown[] = []) => world.tx((tx) => tx.rows<Row>(unnamedSql(text), values));
const nadia = () => ({
  userName: `Nadia@${world.host}`,
  externalId: "ext-1",
  name: { givenName: "Nadia", familyName: "Noor" },
  emails: [{ value: `nadia@${world.host}`, type: "work", primary: true }],
  active: true,
});
const fillPlan = async () => {
  await server.owner.query(
    `UPDATE tenant SET plan_id = (SELECT id FROM plan WHERE user_limit IS NOT NULL ORDER BY user_limit LIMIT 1) WHERE id = $1`,
    [world.tenantId],
  );
  await server.owner.query(
    `INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id)
     SELECT $1, 'filler' || n || '@acme.test', 'Filler', 'x', $2
     FROM generate_series(1, (SELECT user_limit FROM plan p JOIN tenant t ON t.plan_id = p.id WHERE t.id = $1)) AS n`,
    [world.tenantId, world.roles.employee],
  );
};

describe("directory users", () => {
  test("ids of other tenants, external users and invalid ids get 404", async () => {
    const other = await server.world();
    for (const id of [other.employee.id, world.external.id, "x", "1e3"]) {
      expect((await directory.get(`/Users/${id}`)).status).toBe(404);
      expect((await directory.patch(`/Users/${id}`, { op: "replace", path: "active", value: false })).status).toBe(404);
      expect((await directory.call("DELETE", `/Users/${id}`)).status).toBe(404);
    }
    const { body } = await directory.get("/Users?count=200");
    const ids = body.Resources.map(({ id }: { id: string }) => Number(id));
    expect(ids).toEqual([world.admin, world.hr, world.manager, world.finance, world.employee].map(({ id }) => id));
    expect(body).toMatchObject({ totalResults: 5, startIndex: 1, itemsPerPage: 5 });
  });

  test("duplicate or invalid user names, and users beyond the plan, are refused", async () => {
    const emailAnswer = await directory.create({ ...nadia(), emails: [{ value: world.employee.email }] });
    expect([emailAnswer.status, emailAnswer.body.scimType]).toEqual([409, "uniqueness"]);
    const outside = await directory.create({ ...nadia(), emails: [{ value: world.external.email }] });
    expect(outside.status).toBe(409);
    const userNameAnswer = await directory.create({ ...nadia(), userName: world.employee.email.toUpperCase() });
    expect([userNameAnswer.status, userNameAnswer.body.scimType]).toEqual([409, "uniqueness"]);
    const wrong = await directory.create({ ...nadia(), userName: "nadia", emails: undefined });
    expect([wrong.status, wrong.body.scimType, wrong.body.detail]).toEqual([
      400,
      "invalidValue",
      expect.stringContaining("email"),
    ]);
    expect((await directory.create({ userName: 7 })).body.scimType).toBe("invalidValue");
    await fillPlan();
    const full = await directory.create(nadia());
    expect([full.status, full.body.detail]).toEqual([403, expect.stringMatching(/plan/i)]);
  });

  test("a new user gets the default role, audit entry, events and history", async () => {
    const mark = server.published.length;
    const createAnswer = await directory.create({
      ...nadia(),
      [enterpriseSchema]: { employeeNumber: "E-7" },
      title: "Nurse",
    });
    expect(createAnswer.status).toBe(201);
    const id = Number(createAnswer.body.id);
    expect(createAnswer.body).toMatchObject({
      userName: nadia().userName,
      externalId: "ext-1",
      displayName: "Nadia Noor",
      name: { formatted: "Nadia Noor", givenName: "Nadia", familyName: "Noor" },
      active: true,
      emails: [{ value: `nadia@${world.host}`, type: "work", primary: true }],
      [enterpriseSchema]: { employeeNumber: "E-7" },
      meta: { location: `http://${world.host}:${server.platform.config.port}/scim/v2/Users/${id}` },
    });
    expect(createAnswer.headers).toMatchObject({
      location: createAnswer.body.meta.location,
      etag: createAnswer.body.meta.version,
    });
    expect(world.events(mark).map(({ event }) => [event.type, event.actor])).toEqual([["user.created", null]]);
    const [row] = await rows<{ role_id: number }>("SELECT role_id FROM app_user WHERE id = $1", [id]);
    expect(row?.role_id).toBe(world.roles.employee);
    const audit = await rows("SELECT kind, actor_id, via FROM audit_change WHERE subject_id = $1", [id]);
    expect(audit).toEqual([{ kind: "person_added", actor_id: null, via: "scim" }]);
    const { data } = (await world.api(world.hr).get(`/user/${id}/history`)).body;
    expect(data).toMatchObject([{ type: "hiring", actor: null }]);
    expect((await directory.create(nadia())).status).toBe(409);
  });

  test("user filters ignore case except for ids; unsupported filters get an error", async () => {
    await directory.create(nadia());
    const found = async (filter: string) => (await directory.search("Users", filter)).body.Resources?.length;
    expect(await found(`userName eq "nadia@${world.host}"`)).toBe(1);
    expect(await found(`externalId eq "ext-1" and active eq "True"`)).toBe(1);
    expect(await found(`externalId eq "EXT-1"`)).toBe(0);
    expect(await found(`emails[type eq "work" and value eq "NADIA@${world.host}"]`)).toBe(1);
    expect(await found(`not (name.familyName pr) and active eq true`)).toBe(5);
    expect(
      await found(`urn:ietf:params:scim:schemas:core:2.0:User:displayName co "o'); DROP" or displayName sw "nad"`),
    ).toBe(1);
    const filters: Record<string, [of: string, found: number][]> = {
      co: [
        ["xt", 1],
        ["xe", 0],
      ],
      sw: [
        ["ext", 1],
        ["xt", 0],
      ],
      ew: [
        ["-1", 1],
        ["ext", 0],
      ],
      gt: [
        ["ext-0", 1],
        ["ext-1", 0],
      ],
      ge: [
        ["ext-1", 1],
        ["ext-2", 0],
      ],
      lt: [
        ["ext-2", 1],
        ["ext-1", 0],
      ],
      le: [
        ["ext-1", 1],
        ["ext-0", 0],
      ],
      ne: [
        ["ext-1", 5],
        ["ext-2", 6],
      ],
    };
    for (const [operator, cases] of Object.entries(filters))
      for (const [of, count] of cases)
        expect([operator, of, await found(`externalId ${operator} "${of}"`)]).toEqual([operator, of, count]);
    expect((await directory.get("/Users?startIndex=6&count=2")).body).toMatchObject({
      totalResults: 6,
      startIndex: 6,
      itemsPerPage: 1,
    });
    expect((await directory.get("/Users?count=0")).body).toMatchObject({ totalResults: 6, Resources: [] });
    const [only] = (await directory.search("Users", `externalId eq "ext-1"`, "&attributes=userName")).body.Resources;
    expect(Object.keys(only).sort()).toEqual(
      ["id", "meta", "schemas", "userName"].filter((name) => name in only).sort(),
    );
    expect(only.emails).toBeUndefined();
    for (const filter of [
      'password eq "x"',
      "userName eq",
      `userName eq "${"\\\\".repeat(40)}`,
      "active gt 3",
      "(((",
      '"',
    ])
      expect((await directory.search("Users", filter)).body).toMatchObject({
        status: "400",
        scimType: "invalidFilter",
      });
    expect((await directory.get("/Users?count=x")).status).toBe(400);
  });

  test("changes as sent by Entra ID are accepted: no path, booleans as text", async () => {
    const { body } = await directory.create(nadia());
    const path = `/Users/${body.id}`;
    const changed = await directory.patch(
      path,
      {
        op: "Replace",
        value: {
          displayName: "Nadia N. Noor",
          "name.familyName": "Noor-Hale",
          [`${enterpriseSchema}:employeeNumber`]: "9",
        },
      },
      { op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "+49 30 123456" },
      { op: "Add", path: 'addresses[type eq "work"].locality', value: "Berlin" },
      { op: "Add", path: 'addresses[type eq "work"].country', value: "DE" },
      { op: "Add", path: `${enterpriseSchema}:manager`, value: String(world.manager.id) },
      { op: "Replace", path: 'emails[type eq "work"].value', value: `n.noor@${world.host}` },
    );
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      displayName: "Nadia N. Noor",
      name: { givenName: "Nadia", familyName: "Noor-Hale" },
      phoneNumbers: [{ value: "+49 30 123456", type: "work" }],
      emails: [{ value: `n.noor@${world.host}` }],
      [enterpriseSchema]: { employeeNumber: "9" },
    });
    const off = await directory.patch(path, { op: "Replace", path: "active", value: "False" });
    expect([off.status, off.body.active]).toEqual([200, false]);
    expect((await directory.patch(path, { op: "Replace", value: { active: "True" } })).body.active).toBe(true);
    const same = await directory.patch(path, { op: "Replace", path: "active", value: true });
    expect(same.body.meta.version).toBe((await directory.get(path)).headers["etag"]);
    for (const operation of [
      { op: "replace", path: "nothing", value: 1 },
      { op: "jump" },
      { op: "remove" },
      { op: "remove", path: "userName" },
    ])
      expect((await directory.patch(path, operation)).status).toBe(400);
    const evil = { op: "remove", path: 'emails[value eq "' + "\\\\".repeat(100) };
    expect((await directory.patch(path, evil)).body.scimType).toBe("invalidFilter");
  });

  test("full replacements as sent by Okta are accepted; a stale version is refused", async () => {
    const { body, headers } = await directory.create(nadia());
    const path = `/Users/${body.id}`;
    const whole = {
      ...body,
      name: { givenName: "Nadia", familyName: "Hale" },
      displayName: undefined,
      groups: [],
      password: "Secret-1",
    };
    const replaceAnswer = await directory.call("PUT", path, whole, { "if-match": String(headers["etag"]) });
    expect([replaceAnswer.status, replaceAnswer.body.displayName]).toEqual([200, "Nadia Hale"]);
    expect((await directory.call("PUT", path, whole, { "if-match": String(headers["etag"]) })).status).toBe(412);
    expect((await directory.call("DELETE", path, undefined, { "if-match": String(headers["etag"]) })).status).toBe(412);
    const read = await directory.get(path, { "if-none-match": String(replaceAnswer.headers["etag"]) });
    expect([read.status, read.body]).toEqual([304, null]);
    const off = await directory.call("PUT", path, { ...replaceAnswer.body, active: false });
    expect([off.status, off.body.active, off.body.externalId]).toEqual([200, false, "ext-1"]);
  });

  test("an existing user is found by address and managed by the directory afterwards", async () => {
    const { email, id } = world.employee;
    const [found] = (await directory.search("Users", `userName eq "${email}"`)).body.Resources;
    expect(found).toMatchObject({ id: String(id), userName: email });
    const replaceAnswer = await directory.call("PUT", `/Users/${id}`, {
      schemas: found.schemas,
      userName: "emil.employee@id.test",
      externalId: "ext-2",
      emails: found.emails,
    });
    expect(replaceAnswer.body).toMatchObject({
      userName: "emil.employee@id.test",
      displayName: "Emil Employee",
      emails: [{ value: email }],
    });
    expect((await world.api(world.employee).get("/auth/user")).body.data.email).toBe(email);
  });

  test("deactivation ends sessions and notifies HR of records to hand over", async () => {
    await rows("UPDATE app_user SET parent_id = $1 WHERE id = $2", [world.manager.id, world.employee.id]);
    const mark = server.published.length;
    const path = `/Users/${world.manager.id}`;
    expect((await directory.patch(path, { op: "replace", value: { active: false } })).body.active).toBe(false);
    expect((await world.api(world.manager).get("/auth/user")).status).toBe(401);
    const types = world.events(mark).map(({ event }) => event.type);
    expect(types).toEqual(expect.arrayContaining(["user.deactivated", "session.ended"]));
    const logged = await rows<{ user_id: number; path: string; values: { count: string } }>(
      `SELECT user_id, path, "values" FROM notification WHERE kind = 'person.switchedOff' ORDER BY user_id`,
    );
    const wizard = `/employees/terminate/create/${world.manager.id}`;
    expect(logged.map((one) => [one.user_id, one.path, one.values.count])).toEqual(
      [world.admin.id, world.hr.id].map((id) => [id, wizard, "1"]),
    );
    const hr = world.api(world.hr);
    const left = await hr.post(`/user/${world.manager.id}/leaving`, {
      type: "termination",
      last_day: new Date().toISOString().slice(0, 10),
      successor_id: world.admin.id,
    });
    expect(left.status).toBe(201);
    const [report] = await rows<{ parent_id: number }>("SELECT parent_id FROM app_user WHERE id = $1", [
      world.employee.id,
    ]);
    expect(report?.parent_id).toBe(world.admin.id);
    // Without anything to hand over, HR isn't notified.
    await directory.patch(`/Users/${world.finance.id}`, { op: "replace", value: { active: false } });
    expect(await rows("SELECT 1 FROM notification WHERE kind = 'person.switchedOff'")).toHaveLength(2);
  });

  test("the last administrator can't be removed; a full plan refuses reactivation", async () => {
    const path = `/Users/${world.admin.id}`;
    const off = { op: "replace", path: "active", value: false };
    expect((await directory.patch(path, off)).status).toBe(409);
    expect((await directory.call("DELETE", path)).status).toBe(409);
    expect((await directory.patch(`/Users/${world.finance.id}`, off)).status).toBe(200);
    await fillPlan();
    const on = await directory.patch(`/Users/${world.finance.id}`, { ...off, value: true });
    expect([on.status, on.body.detail]).toEqual([403, expect.stringMatching(/plan/i)]);
  });

  test("deleting removes unused accounts; other accounts are deactivated", async () => {
    const { body } = await directory.create(nadia());
    const path = `/Users/${body.id}`;
    expect((await directory.call("DELETE", path)).status).toBe(204);
    expect(await rows("SELECT 1 FROM app_user WHERE id = $1", [body.id])).toHaveLength(0);
    const again = (await directory.create(nadia())).body;
    await rows("UPDATE app_user SET parent_id = $1 WHERE id = $2", [again.id, world.employee.id]);
    expect((await directory.call("DELETE", `/Users/${again.id}`)).status).toBe(204);
    expect((await directory.get(`/Users/${again.id}`)).status).toBe(404);
    expect((await directory.search("Users", `externalId eq "ext-1"`)).body.totalResults).toBe(0);
    const [row] = await rows<{ active: boolean }>("SELECT active FROM app_user WHERE id = $1", [again.id]);
    expect(row?.active).toBe(false);
    const back = await directory.create({ ...nadia(), externalId: "ext-9" });
    expect([back.status, back.body.id, back.body.active, back.body.externalId]).toEqual([201, again.id, true, "ext-9"]);
  });

  test("two concurrent creations of a user: the second gets 409", async () => {
    const both = await runWhileLocked(
      server,
      world,
      (tx) => tx.rows(unnamedSql("SELECT id FROM tenant WHERE id = current_tenant() FOR UPDATE")),
      [1, 2].map(() => () => directory.create(nadia())),
    );
    expect(both.map(({ status }) => status).toSorted(ascending)).toEqual([201, 409]);
  });
});

describe("directory groups", () => {
  const members = (group: { members?: { value: string }[] }) => (group.members ?? []).map(({ value }) => Number(value));

  test("another tenant's groups get 404; invalid groups are refused", async () => {
    const other = await server.world();
    const otherGroup = await (await withDirectory(server, other)).createGroup({ displayName: "Crew" });
    expect((await directory.get(`/Groups/${otherGroup.body.id}`)).status).toBe(404);
    expect((await directory.call("DELETE", `/Groups/${otherGroup.body.id}`)).status).toBe(404);
    for (const id of [other.employee.id, world.external.id, "x", 1e9]) {
      const answer = await directory.createGroup({ displayName: "Crew", members: [{ value: String(id) }] });
      expect([answer.status, answer.body.scimType]).toEqual([400, "invalidValue"]);
    }
    expect((await directory.createGroup({ displayName: "Crew" })).status).toBe(201);
    const twice = await directory.createGroup({ displayName: "crew" });
    expect([twice.status, twice.body.scimType]).toEqual([409, "uniqueness"]);
    expect((await directory.createGroup({})).status).toBe(400);
  });

  test("groups are created, renamed, changed as by Entra ID and Okta, and deleted", async () => {
    const [one, two, three] = [world.employee.id, world.manager.id, world.hr.id];
    const createAnswer = await directory.createGroup({
      displayName: "Crew",
      externalId: "g-1",
      members: [{ value: String(one) }],
    });
    expect([createAnswer.status, members(createAnswer.body)]).toEqual([201, [one]]);
    const path = `/Groups/${createAnswer.body.id}`;
    const patch = async (operation: object) => members((await directory.patch(path, operation)).body);
    const mark = server.published.length;
    expect(
      await patch({ op: "Add", path: "members", value: [{ value: String(two) }, { value: String(one) }] }),
    ).toEqual([two, one].toSorted(ascending));
    expect(world.events(mark).map(({ event }) => event.type)).toEqual(["group.updated"]);
    expect(await patch({ op: "Remove", path: `members[value eq "${one}"]` })).toEqual([two]);
    expect(
      await patch({ op: "replace", path: "members", value: [{ value: String(one) }, { value: String(three) }] }),
    ).toEqual([three, one].toSorted(ascending));
    expect(await patch({ op: "Remove", path: "members", value: [{ value: String(three) }] })).toEqual([one]);
    const renamed = await directory.patch(path, {
      op: "replace",
      value: { id: createAnswer.body.id, displayName: "Deck crew" },
    });
    expect([renamed.body.displayName, renamed.body.externalId, members(renamed.body)]).toEqual([
      "Deck crew",
      "g-1",
      [one],
    ]);
    expect(
      (await directory.search("Groups", 'displayName eq "DECK CREW"', "&excludedAttributes=members")).body.Resources,
    ).toEqual([expect.not.objectContaining({ members: expect.anything() })]);
    expect((await directory.get(`/Users/${one}`)).body.groups).toEqual([
      expect.objectContaining({ value: createAnswer.body.id }),
    ]);
    expect((await directory.patch(path, { op: "add", path: "owner", value: 1 })).body.scimType).toBe("invalidPath");
    expect(await patch({ op: "remove", path: "members" })).toEqual([]);
    expect((await directory.call("DELETE", path)).status).toBe(204);
    expect((await directory.get(path)).status).toBe(404);
    const audit = await rows<{ via: string }>("SELECT via FROM audit_change WHERE kind = 'group_member'");
    expect(new Set(audit.map(({ via }) => via))).toEqual(new Set(["scim"]));
  });

  test("external members remain when the directory replaces a group's members", async () => {
    const { body } = await directory.createGroup({
      displayName: "Crew",
      members: [{ value: String(world.employee.id) }],
    });
    await rows("UPDATE app_user SET external = true WHERE id = $1", [world.employee.id]);
    const answer = await directory.patch(`/Groups/${body.id}`, {
      op: "replace",
      path: "members",
      value: [{ value: String(world.hr.id) }],
    });
    expect(members(answer.body)).toEqual([world.hr.id]);
    expect(await rows("SELECT user_id FROM user_group_member WHERE group_id = $1", [body.id])).toHaveLength(2);
  });
});
