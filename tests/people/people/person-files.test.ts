import { remindOfPersonFiles } from "../../../server/people/people/person-files.service";
import type { PersonFile } from "../../../shared/people/people/person-files.contract";
import { notificationsSince } from "../../communication/notifications/worker";
import { multipart } from "../../support/multipart";
import { runSerialized } from "../../support/serialized";
import { pdf } from "../../support/sample-files";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { type PeopleFixture, peopleFixture } from "./fixtures";

const server = testServer();
let org: PeopleFixture;
beforeEach(async () => {
  org = await peopleFixture(server);
});

const attachFile = (
  fields: object = {},
  by: Person = org.world.hr,
  id = org.world.employee.id,
  { bytes = pdf(), filename = "visa.pdf" } = {},
) =>
  org.world.api(by).send({
    method: "POST",
    url: `/user/${id}/files`,
    ...multipart([
      { name: "file", value: bytes, filename },
      ...Object.entries({ kind: "identity", ...fields }).map(([name, value]) => ({ name, value: String(value) })),
    ]),
  });
const read = (by: Person) => org.world.api(by).get(`/user/${org.world.employee.id}/files`);
const day = async (offset: number) =>
  (
    await org.world.tx((tx) =>
      tx.manager.query<{ day: string }[]>("SELECT (tenant_today() + $1::int)::text AS day", [offset]),
    )
  )[0]?.day as string;

test("only the user and holders of user-edit can read documents and their files", async () => {
  const { world, director, colleague } = org;
  const personFile = (await attachFile({ title: "Visa" })).body.data as PersonFile;
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

test("documents can't be added, changed or deleted without user-edit", async () => {
  const { world } = org;
  const { id } = (await attachFile()).body.data;
  for (const person of [world.employee, world.manager]) {
    expect((await attachFile({}, person)).status).toBe(403);
    expect((await world.api(person).put(`/user/files/${id}`, { kind: "other" })).status).toBe(403);
    expect((await world.api(person).delete(`/user/files/${id}`)).status).toBe(403);
  }
  expect((await attachFile({ kind: "diary" })).body.errors).toHaveProperty("kind");
  expect(
    (await attachFile({}, world.hr, world.employee.id, { bytes: Buffer.from("<html>") })).body.errors,
  ).toHaveProperty("file");
  const other = await server.world();
  expect((await attachFile({}, world.hr, other.employee.id)).status).toBe(404);
  expect((await other.api(other.hr).delete(`/user/files/${id}`)).status).toBe(404);
});

test.each(["x".repeat(118), "\u{1F6C2}".repeat(70)])(
  "the title from the file name %s can be saved again",
  async (stem) => {
    const { hr, employee } = org.world;
    const { id, title, file } = (await attachFile({}, hr, employee.id, { filename: `${stem}.pdf` })).body.data;
    expect(file.name).toBe(`${stem}.pdf`);
    expect(title).toMatch(/…\.pdf$/);
    expect(title.length).toBe(title.startsWith("x") ? 120 : 119);
    const changed = await org.world.api(hr).put(`/user/files/${id}`, { kind: "other", title });
    expect(changed.body.data).toMatchObject({ kind: "other", title });
  },
);

test("a changed document keeps what another user changed since it was read", async () => {
  const { world } = org;
  const [hr, admin] = [world.api(world.hr), world.api(world.admin)];
  const { id, ...read } = (await attachFile({ title: "Visa", expires_on: await day(40) })).body.data as PersonFile;
  const change = (as: typeof hr, body: object) => as.put(`/user/files/${id}`, body);
  const renew = (as: typeof hr, expires_on: string | null) =>
    change(as, { expires_on, previous: { expires_on: read.expires_on } });
  const [one, other] = [await day(400), await day(800)];
  const renewed = await Promise.all([renew(hr, one), renew(admin, other)]);
  expect(renewed.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
  const stored = renewed.find(({ status }) => status === 200)?.body.data.expires_on;
  const refused = renewed.find(({ status }) => status === 409)?.body;
  expect(refused).toMatchObject({ code: "organization.stale", data: { id, expires_on: stored, title: "Visa" } });
  const renamed = await change(admin, { title: "Visa of 2026", previous: { title: "Visa" } });
  expect(renamed.body.data).toMatchObject({ kind: "identity", title: "Visa of 2026", expires_on: stored });
  expect((await change(hr, { expires_on: null, previous: { expires_on: stored } })).body.data.expires_on).toBeNull();
  expect((await change(hr, { expires_on: one, previous: { expires_on: null } })).body.data.expires_on).toBe(one);
  expect((await change(hr, { previous: { title: "Visa" } })).status).toBe(409);
  expect((await change(hr, { kind: "other", title: "Old", expires_on: null })).body.data).toMatchObject({
    kind: "other",
    title: "Old",
    expires_on: null,
  });
});

test("with separation of duties, HR users can't manage their own documents", async () => {
  const { world } = org;
  const hr = world.api(world.hr);
  const { id } = (await attachFile({}, world.admin, world.hr.id)).body.data;
  const all = async () => [
    await attachFile({}, world.hr, world.hr.id),
    await hr.put(`/user/files/${id}`, { kind: "other" }),
    await hr.delete(`/user/files/${id}`),
  ];
  for (const { status, body } of await all()) expect([status, body.code]).toEqual([403, "user.ownEmployment"]);
  const { personFiles, can } = (await hr.get(`/user/${world.hr.id}/files`)).body.data;
  expect([personFiles.length, personFiles[0].kind, can.edit]).toEqual([1, "identity", false]);
  expect((await attachFile()).status).toBe(201);
  const admin = world.api(world.admin);
  const { data } = (await admin.get("/approvals/setting")).body;
  await admin.put("/approvals/setting", { ...data, four_eyes: false });
  expect((await hr.get(`/user/${world.hr.id}/files`)).body.data.can.edit).toBe(true);
  expect((await all()).map(({ status }) => status)).toEqual([201, 200, 200]);
});

test("row-level security hides documents from all other readers", async () => {
  const { world, colleague } = org;
  await attachFile();
  const countAs = (reader: number | null) =>
    world.tx(async (tx) => {
      if (reader !== null) await tx.manager.query("SELECT set_config('app.reader_id', $1, true)", [String(reader)]);
      return (await tx.manager.query<unknown[]>("SELECT id FROM user_file")).length;
    });
  expect(await Promise.all([null, colleague.id, world.manager.id].map(countAs))).toEqual([0, 0, 0]);
  expect(await Promise.all([world.employee.id, world.hr.id].map(countAs))).toEqual([1, 1]);
});

test("deleting a document deletes its file; a user with documents can't be deleted", async () => {
  const { world } = org;
  const { id, file } = (await attachFile()).body.data as PersonFile;
  expect((await world.api(world.hr).delete(`/user/${world.employee.id}`)).body.code).toBe("user.hasHistory");
  expect((await world.api(world.hr).delete(`/user/files/${id}`)).body).toMatchObject({ id });
  expect((await world.api(world.hr).get(file.url)).status).toBe(404);
  expect((await read(world.hr)).body.data.personFiles).toEqual([]);
});

describe("reminders", () => {
  const remind = () => org.world.tx(remindOfPersonFiles);
  test("reminders are sent 30 and 7 days before expiry, once per expiry date", async () => {
    const { world } = org;
    const { id } = (await attachFile({ title: "Visa", expires_on: await day(31) })).body.data;
    await attachFile({ title: "Old", expires_on: await day(-1) });
    expect(await remind()).toBe(0);
    const until = async (offset: number) =>
      world.api(world.hr).put(`/user/files/${id}`, { kind: "identity", expires_on: await day(offset) });
    await until(30);
    expect([await remind(), await remind()]).toEqual([1, 0]);
    await server.owner.query("UPDATE user_file SET expires_on = expires_on - 23 WHERE id = $1", [id]);
    expect([await remind(), await remind()]).toEqual([1, 0]);
    await until(20);
    expect([await remind(), await remind()]).toEqual([1, 0]);
    await until(3);
    expect([await remind(), await remind()]).toEqual([1, 0]);
  });

  test("HR is reminded, not the user, and only once with two workers", async () => {
    const { world } = org;
    await attachFile({ title: "Visa", expires_on: await day(10) });
    const mark = server.published.length;
    const ended = await runSerialized(server, world, remindOfPersonFiles);
    expect(ended).toMatchObject([
      { status: "fulfilled", value: 1 },
      { status: "fulfilled", value: 0 },
    ]);
    const all = notificationsSince(world, mark);
    const readers = [world.admin, world.hr].map(({ id }) => `${id} personFile.expires`);
    expect(all.map(({ user, kind }) => `${user} ${kind}`).sort()).toEqual(readers.sort());
    expect(all[0]?.message).toContain(`“Visa” of ${world.employee.fullname} expires on`);
  });

  test("documents of users who have left send no reminders", async () => {
    const { world, colleague } = org;
    await attachFile({ expires_on: await day(10) }, world.hr, colleague.id);
    await world.api(world.hr).patch(`/user/${colleague.id}/status`);
    expect(await remind()).toBe(0);
  });
});

test("reminders of many expiring documents are sent in batches", async () => {
  const { world } = org;
  const { id } = (await attachFile({ title: "Visa", expires_on: await day(10) })).body.data;
  await server.owner.query(
    `WITH f AS (INSERT INTO file (tenant_id, name, type, size, storage_key, preview_state)
       SELECT tenant_id, 'visa.pdf', 'application/pdf', 10, 'visa-' || id || '-' || n, 'none' FROM user_file, generate_series(1, 11) AS n
       WHERE id = $1 RETURNING id)
     INSERT INTO user_file (tenant_id, user_id, file_id, title, kind, expires_on)
     SELECT tenant_id, user_id, f.id, title, kind, expires_on FROM user_file AS laid, f WHERE laid.id = $1`,
    [id],
  );
  const counts: number[] = [];
  for (let turn = 0; turn < 3; turn++) counts.push(await world.tx(remindOfPersonFiles));
  expect(counts).toEqual([10, 2, 0]);
});
