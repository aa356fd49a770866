import { remindOfPersonFiles } from "../../server/people/person-files.service";
import type { PersonFile } from "../../shared/people/person-files.contract";
import { toldSince } from "../notifications/worker";
import { multipart } from "../support/multipart";
import { oneAtATime } from "../support/one-at-a-time";
import { pdf } from "../support/sample-files";
import { testServer } from "../support/server";
import type { Person } from "../support/world";
import { type Organisation, organisation } from "./organisation";

/** Files of a person: read as their private fields are, and reminded of before they end. */
const server = testServer();
let org: Organisation;
beforeEach(async () => {
  org = await organisation(server);
});

const lay = (more: object = {}, by: Person = org.world.hr, id = org.world.employee.id, bytes: Buffer = pdf()) =>
  org.world.api(by).send({
    method: "POST",
    url: `/user/${id}/files`,
    ...multipart([
      { name: "file", value: bytes, filename: "visa.pdf" },
      ...Object.entries({ kind: "identity", ...more }).map(([name, value]) => ({ name, value: String(value) })),
    ]),
  });
const read = (by: Person) => org.world.api(by).get(`/user/${org.world.employee.id}/files`);
const day = async (offset: number) =>
  (
    await org.world.tx((tx) =>
      tx.manager.query<{ day: string }[]>("SELECT (tenant_today() + $1::int)::text AS day", [offset]),
    )
  )[0]?.day as string;

test("the person and holders of user-edit read them, nobody else: neither the list nor the file", async () => {
  const { world, director, colleague } = org;
  const personFile = (await lay({ title: "Visa" })).body.data as PersonFile;
  expect(personFile).toMatchObject({ kind: "identity", title: "Visa", expires_on: null, expired: false });
  expect(personFile.added_by).toEqual({ id: world.hr.id, fullname: world.hr.fullname, image: null });
  expect(Date.now() - Date.parse(personFile.added_at)).toBeLessThan(60_000);
  for (const person of [world.hr, world.admin, world.employee]) {
    expect((await read(person)).body.data.personFiles).toMatchObject([{ id: personFile.id }]);
    expect((await world.api(person).get(personFile.file.url)).status).toBe(200);
  }
  expect((await read(world.employee)).body.data.can).toEqual({ edit: false });
  for (const person of [world.manager, director, colleague, world.finance]) {
    expect((await read(person)).status).toBe(403);
    expect((await world.api(person).get(personFile.file.url)).status).toBe(404);
  }
  expect((await read(world.external)).status).toBe(404);
});

test("refused: laying, changing and deleting without user-edit, also one's own; no file, another kind of file", async () => {
  const { world } = org;
  const { id } = (await lay()).body.data;
  for (const person of [world.employee, world.manager]) {
    expect((await lay({}, person)).status).toBe(403);
    expect((await world.api(person).put(`/user/files/${id}`, { kind: "other" })).status).toBe(403);
    expect((await world.api(person).delete(`/user/files/${id}`)).status).toBe(403);
  }
  expect((await lay({ kind: "diary" })).body.errors).toHaveProperty("kind");
  expect((await lay({}, world.hr, world.employee.id, Buffer.from("<html>"))).body.errors).toHaveProperty("file");
  const other = await server.world();
  expect((await lay({}, world.hr, other.employee.id)).status).toBe(404);
  expect((await other.api(other.hr).delete(`/user/files/${id}`)).status).toBe(404);
});

test("one's own, with four eyes: neither laid, changed nor deleted, and not offered; a colleague does, and without four eyes oneself", async () => {
  const { world } = org;
  const hr = world.api(world.hr);
  const { id } = (await lay({}, world.admin, world.hr.id)).body.data;
  const all = async () => [
    await lay({}, world.hr, world.hr.id),
    await hr.put(`/user/files/${id}`, { kind: "other" }),
    await hr.delete(`/user/files/${id}`),
  ];
  for (const { status, body } of await all()) expect([status, body.code]).toEqual([403, "user.ownEmployment"]);
  const { personFiles, can } = (await hr.get(`/user/${world.hr.id}/files`)).body.data;
  expect([personFiles.length, personFiles[0].kind, can.edit]).toEqual([1, "identity", false]);
  expect((await lay()).status).toBe(201);
  const admin = world.api(world.admin);
  const { data } = (await admin.get("/approvals/setting")).body;
  await admin.put("/approvals/setting", { ...data, four_eyes: false });
  expect((await hr.get(`/user/${world.hr.id}/files`)).body.data.can.edit).toBe(true);
  expect((await all()).map(({ status }) => status)).toEqual([201, 200, 200]);
});

test("the database answers nobody else, whatever a statement selects", async () => {
  const { world, colleague } = org;
  await lay();
  const countAs = (reader: number | null) =>
    world.tx(async (tx) => {
      if (reader !== null) await tx.manager.query("SELECT set_config('app.reader_id', $1, true)", [String(reader)]);
      return (await tx.manager.query<unknown[]>("SELECT id FROM user_file")).length;
    });
  expect(await Promise.all([null, colleague.id, world.manager.id].map(countAs))).toEqual([0, 0, 0]);
  expect(await Promise.all([world.employee.id, world.hr.id].map(countAs))).toEqual([1, 1]);
});

test("deleted, its file is gone; whoever has personFiles isn't deleted", async () => {
  const { world } = org;
  const { id, file } = (await lay()).body.data as PersonFile;
  expect((await world.api(world.hr).delete(`/user/${world.employee.id}`)).body.code).toBe("user.hasHistory");
  expect((await world.api(world.hr).delete(`/user/files/${id}`)).body).toMatchObject({ id });
  expect((await world.api(world.hr).get(file.url)).status).toBe(404);
  expect((await read(world.hr)).body.data.personFiles).toEqual([]);
});

describe("reminded", () => {
  const remind = () => org.world.tx(remindOfPersonFiles);
  test("30 days before and again 7 days before, once each; with another last day anew; what is past isn't", async () => {
    const { world } = org;
    const { id } = (await lay({ title: "Visa", expires_on: await day(31) })).body.data;
    await lay({ title: "Old", expires_on: await day(-1) });
    expect(await remind()).toBe(0);
    const until = async (offset: number) =>
      world.api(world.hr).put(`/user/files/${id}`, { kind: "identity", expires_on: await day(offset) });
    await until(30);
    expect([await remind(), await remind()]).toEqual([1, 0]);
    await server.owner.query("UPDATE user_file SET expires_on = expires_on - 23 WHERE id = $1", [id]);
    expect([await remind(), await remind()]).toEqual([1, 0]);
    await until(20);
    expect([await remind(), await remind()]).toEqual([1, 0]);
    await until(3); // laid late: once is enough
    expect([await remind(), await remind()]).toEqual([1, 0]);
  });

  test("those who look after records are told, by one of two workers at the same moment; whose personFiles they are isn't", async () => {
    const { world } = org;
    await lay({ title: "Visa", expires_on: await day(10) });
    const mark = server.published.length;
    const ended = await oneAtATime(server, world, remindOfPersonFiles);
    expect(ended).toMatchObject([
      { status: "fulfilled", value: 1 },
      { status: "fulfilled", value: 0 },
    ]);
    const all = toldSince(world, mark);
    const readers = [world.admin, world.hr].map(({ id }) => `${id} personFile.expires`);
    expect(all.map(({ user, kind }) => `${user} ${kind}`).sort()).toEqual(readers.sort());
    expect(all[0]?.message).toContain(`“Visa” of ${world.employee.fullname} expires on`);
  });

  test("nobody is reminded of somebody who has gone", async () => {
    const { world, colleague } = org;
    await lay({ expires_on: await day(10) }, world.hr, colleague.id);
    await world.api(world.hr).patch(`/user/${colleague.id}/status`);
    expect(await remind()).toBe(0);
  });
});

test("of many that end, those who look after records are told of some at a time", async () => {
  const { world } = org;
  const { id } = (await lay({ title: "Visa", expires_on: await day(10) })).body.data;
  await server.owner.query(
    `WITH f AS (INSERT INTO file (tenant_id, name, type, size, storage_key, preview_state)
       SELECT tenant_id, 'visa.pdf', 'application/pdf', 10, 'visa-' || id || '-' || n, 'none' FROM user_file, generate_series(1, 11) AS n
       WHERE id = $1 RETURNING id)
     INSERT INTO user_file (tenant_id, user_id, file_id, title, kind, expires_on)
     SELECT tenant_id, user_id, f.id, title, kind, expires_on FROM user_file AS laid, f WHERE laid.id = $1`,
    [id],
  );
  const told: number[] = [];
  for (let turn = 0; turn < 3; turn++) told.push(await world.tx(remindOfPersonFiles));
  expect(told).toEqual([10, 2, 0]);
});
