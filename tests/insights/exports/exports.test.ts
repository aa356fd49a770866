import { readFileSync } from "node:fs";
import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { requestExport, claimExport, sweepExports } from "../../../server/insights/exports/exports.service";
import { organizationParts } from "../../../server/insights/exports/export-plan.service";
import { areaByColumn, excludedColumns } from "../../../server/insights/exports/person-tables";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { RoleEntity } from "../../../server/administration/roles/role.entity";
import { createExporter } from "../../../workers/insights/exports/exports";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { notificationsSince } from "../../communication/notifications/worker";
import { multipart } from "../../support/multipart";
import { runSerialized } from "../../support/serialized";
import { png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import { readZip } from "../../support/read-zip";
import type { Person, World } from "../../support/world";
import { newBoard, requireOk } from "../../work/tasks/board";

const server = testServer();

const exporter = () => createExporter({ ...server.platform, workerDatabase: server.owner });
const newExport = async (world: World, by: Person, kind: string) =>
  requireOk(await world.api(by).post(`/export/${kind}`, {})).body.data as { id: number };

async function fetched(world: World, by: Person, url: string) {
  const answer = await server.app.inject({
    method: "GET",
    url,
    headers: { host: world.host, authorization: `Bearer ${by.token}` },
  });
  return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers };
}

const portrait = (world: World, person: Person) =>
  world.api(person).send({
    method: "POST",
    url: "/user/image",
    ...multipart([{ name: "image", filename: "me.png", type: "image/png", value: png() }]),
  });

test("an export requires permission, a recent password and no running export", async () => {
  const world = await server.world();
  const { admin, hr, employee } = world;
  expect((await world.api(hr).post("/export/organization", {})).body.code).toBe("permission.denied");
  // The export has files of all users, which this permission alone doesn't give access to.
  const { id: roleId } = await world.tx((tx) =>
    tx.repo(RoleEntity).insert({ name: "Settings", permissions: ["tenant-edit"] }),
  );
  const settings = await world.person("employee", { roleId });
  expect((await world.api(settings).post("/export/organization", {})).body.code).toBe("permission.denied");
  await server.owner.query("UPDATE session SET confirmed_at = now() - interval '11 minutes' WHERE tenant_id = $1", [
    world.tenantId,
  ]);
  for (const [by, kind] of [
    [admin, "organization"],
    [employee, "person"],
  ] as const)
    expect((await world.api(by).post(`/export/${kind}`, {})).body.code).toBe("session.confirmFirst");
  await server.owner.query("UPDATE session SET confirmed_at = now() WHERE tenant_id = $1", [world.tenantId]);
  await newExport(world, employee, "person");
  const again = await world.api(employee).post("/export/person", {});
  expect([again.status, again.body.code]).toEqual([409, "export.running"]);
  await newExport(world, admin, "person"); // other users' exports don't count
});

test("a sixth export within a day is refused for that user", async () => {
  const world = await server.world();
  const { employee, admin } = world;
  for (let n = 0; n < 5; n++) {
    await newExport(world, employee, "person");
    await exporter().work(world.tenantId);
  }
  const refused = await world.api(employee).post("/export/person", {});
  expect([refused.status, refused.body.code]).toEqual([429, "rate.limited"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(80_000);
  await newExport(world, admin, "person"); // other users' exports don't count
  await server.owner.query(
    "UPDATE data_export SET requested_at = requested_at - interval '1 day' WHERE tenant_id = $1 AND user_id = $2",
    [world.tenantId, employee.id],
  );
  await newExport(world, employee, "person");
});

test("two concurrent export requests create one export", async () => {
  const world = await server.world();
  const actor = { ...world.employee, sessionId: await sessionOf(world, world.employee), permissions: new Set() };
  const ended = await runSerialized(server, world, (tx) => requestExport(tx, actor as never, "person"));
  expect(ended[0]?.status).toBe("fulfilled");
  expect(ended[1]).toMatchObject({ status: "rejected", reason: { code: "export.running" } });
});

async function sessionOf(world: World, person: Person): Promise<number> {
  const sessions = (await world.api(person).get("/auth/sessions")).body.data as { id: number }[];
  return sessions[0]?.id ?? 0;
}

test("a personal export is complete and available to its owner for a day", async () => {
  const world = await server.world();
  const { employee, admin } = world;
  requireOk(await portrait(world, employee));
  requireOk(await portrait(world, admin));
  const mark = server.published.length;
  const { id } = await newExport(world, employee, "person");
  await exporter().work(world.tenantId);
  const [row] = (await world.api(employee).get("/export")).body.data;
  expect(row).toMatchObject({ id, kind: "person", state: "ready" });
  expect(row.done).toBe(row.total);
  expect(notificationsSince(world, mark).filter(({ kind }) => kind === "export.ready")).toEqual([
    expect.objectContaining({ user: employee.id }),
  ]);
  const steps = world
    .events(mark)
    .flatMap(({ event }) => (event.type === "export.changed" ? [event.data as { state: string }] : []));
  const states = steps.map(({ state }) => state);
  expect(states).toEqual(["waiting", ...states.slice(1, -1).map(() => "running"), "ready"]);
  expect((await fetched(world, admin, row.url)).status).toBe(404);
  requireOk(await world.api(admin).post("/role/view-as", { user_id: employee.id }));
  expect((await fetched(world, admin, row.url)).status).toBe(404);
  requireOk(await world.api(admin).delete("/role/view-as"));
  expect((await world.api().send({ method: "GET", url: row.url })).status).toBe(401);
  const file = await fetched(world, employee, row.url);
  expect(file.headers["content-disposition"]).toContain("attachment");
  const files = await readZip(file.bytes);
  const person = JSON.parse(files.get("person.json") as string);
  expect(person.app_user).toEqual([expect.objectContaining({ id: employee.id, email: employee.email })]);
  expect(Object.keys(person.app_user[0])).not.toContain("email_key");
  expect(person.file).toHaveLength(1);
  expect([...files.keys()].filter((name) => name.startsWith("files/"))).toHaveLength(1);
  const everything = [...files.values()].join("");
  expect(everything).not.toContain(admin.email);
  expect(everything).not.toMatch(/argon2|"password_hash"|"storage_key"/);
  expect(JSON.parse(files.get("access.json") as string).session).not.toHaveLength(0);
  await server.owner.query("UPDATE data_export SET expires_at = now() WHERE id = $1", [id]);
  expect((await fetched(world, employee, row.url)).status).toBe(404);
  expect((await world.api(employee).get("/export")).body.data).toEqual([]);
  await world.tx(sweepExports);
  const left = await server.owner.query("SELECT FROM file WHERE tenant_id = $1 AND type = 'application/zip'", [
    world.tenantId,
  ]);
  expect(left).toEqual([]);
  const [looseFiles] = await server.owner.query("SELECT count(*)::int AS n FROM loose_file WHERE tenant_id = $1", [
    world.tenantId,
  ]);
  expect(looseFiles.n).toBe(1);
});

const enterWithDocument = (world: World, by: Person, person: Person, body: object) => {
  const fields = Object.entries({ ...body, user_id: person.id }).map(([name, value]) => ({
    name,
    value: String(value),
  }));
  const document = { name: "attachment", filename: "certificate.png", type: "image/png", value: png() };
  return world.api(by).send({ method: "POST", url: "/leave/leave-request", ...multipart([...fields, document]) });
};

test("a personal export omits other users' data and data the user lost access to", async () => {
  const world = await server.world();
  const { employee, hr, manager } = world;
  const board = await newBoard(world);
  const column = board.columns[0];
  const task = requireOk(await board.member.post("/task", { title: "Seen before", task_status_id: column })).body.data;
  requireOk(await board.member.post("/sub_task", { task_id: task.id, name: "Mine before", assignee_id: employee.id }));
  requireOk(await board.member.post("/comments", { task_id: task.id, comment: "<p>My own words</p>" }));
  const file = { name: "file", filename: "warning.png", type: "image/png", value: png() };
  const added = multipart([file, { name: "kind", value: "identity" }]);
  requireOk(await world.api(hr).send({ method: "POST", url: `/user/${manager.id}/files`, ...added }));
  const { ask, type } = await leaveFixture(world);
  requireOk(await ask({ ...workingWeek(1), reason: "An operation", substitute_id: hr.id }));
  requireOk(await enterWithDocument(world, hr, employee, { leave_type_id: type, ...workingWeek(3) }));
  const copyOf = async (person: Person) => {
    await newExport(world, person, "person");
    await exporter().work(world.tenantId);
    const [row] = (await world.api(person).get("/export")).body.data;
    return readZip((await fetched(world, person, row.url)).bytes);
  };
  expect([...(await copyOf(employee)).values()].join("")).toMatch(/Seen before[^]*Mine before/);
  requireOk(
    await board.owner.put(`/project/${board.id}/members`, { members: [{ user_id: manager.id, role: "owner" }] }),
  );
  const after = [...(await copyOf(employee)).values()].join("");
  expect(after).not.toMatch(/Seen before|Mine before/);
  expect(after).toContain("My own words");
  const files = await copyOf(hr);
  expect([...files.keys()].filter((name) => name.startsWith("files/"))).toEqual([]);
  expect([...files.values()].join("")).not.toMatch(/warning\.png|certificate\.png|An operation/);
  expect([...(await copyOf(manager)).keys()].filter((name) => name.startsWith("files/"))).toHaveLength(1);
});

test("a personal export says who imported comments and tasks in the user's name", async () => {
  const world = await server.world();
  const { employee, manager } = world;
  const issues = readFileSync(join(__dirname, "../../work/imports/files/jira.csv"));
  const imported = multipart([
    { name: "file", filename: "board.csv", value: Buffer.from(issues.toString().replaceAll(",Sam,", ",Noor,")) },
    { name: "title", value: "Flat" },
    { name: "people", value: JSON.stringify(["5b1f", "Noor"].map((id) => ({ id, user_id: employee.id }))) },
  ]);
  requireOk(await world.api(manager).send({ method: "POST", url: "/project-imports", ...imported }));
  await newExport(world, employee, "person");
  await exporter().work(world.tenantId);
  const [row] = (await world.api(employee).get("/export")).body.data;
  const files = await readZip((await fetched(world, employee, row.url)).bytes);
  const { comment, task } = JSON.parse(files.get("tasks.json") as string) as Record<string, { import: unknown }[]>;
  const origin = { source: "jira", by: expect.objectContaining({ id: manager.id }), at: expect.any(String) };
  expect(comment?.map((one) => one.import)).toEqual([origin]);
  expect(task?.length).toBeGreaterThan(0);
  expect(task?.every((one) => (one.import as { source: string }).source === "jira")).toBe(true);
});

test("a personal export contains only the user's own changes of leave and credits", async () => {
  const world = await server.world();
  const { ask, manager, employee, newType } = await leaveFixture(world);
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
  const change = requireOk(await employee.put(`/leave/leave-request/${id}/change`, workingWeek(2))).body.data;
  const day = workingWeek(3, 1);
  const time = { ...day, start_time: "09:00", end_time: "12:00", break_minutes: 15, credit: true, draft: true };
  const lieu = await newType({ counting: "hours", halfDays: false, lieuMonths: 3, maxCarried: null });
  const credit = requireOk(await ask({ ...time, leave_type_id: lieu })).body.data;
  const leaveOf = async (person: Person) => {
    await newExport(world, person, "person");
    await exporter().work(world.tenantId);
    const [row] = (await world.api(person).get("/export")).body.data;
    return JSON.parse((await readZip((await fetched(world, person, row.url)).bytes)).get("leave.json") as string);
  };
  const own = await leaveOf(world.employee);
  expect(own.leave_change).toEqual([expect.objectContaining({ id: change.id, leave_id: id, proposed: true })]);
  expect(own.leave_credit).toEqual([expect.objectContaining({ id: credit.id, break_minutes: 15, claimed: false })]);
  expect(await leaveOf(world.manager)).toMatchObject({ leave_change: [], leave_credit: [] });
});

test("the tenant export requires the permission for download and has no secrets", async () => {
  const world = await server.world();
  const other = await server.world();
  const { admin, hr } = world;
  requireOk(await portrait(world, hr));
  await newExport(world, admin, "organization");
  await exporter().work(world.tenantId);
  const [row] = (await world.api(admin).get("/export")).body.data;
  expect(row.state).toBe("ready");
  expect((await fetched(world, hr, row.url)).status).toBe(404);
  expect((await fetched(other, other.admin, row.url)).status).toBe(404);
  const files = await readZip((await fetched(world, admin, row.url)).bytes);
  const people = JSON.parse(files.get("data/app_user.json") as string) as { id: number; tenant_id: number }[];
  expect(people.map(({ id }) => id)).toEqual(expect.arrayContaining([admin.id, hr.id]));
  expect(new Set(people.map(({ tenant_id }) => tenant_id))).toEqual(new Set([world.tenantId]));
  expect(JSON.parse(files.get("data/tenant.json") as string)).toEqual([
    expect.objectContaining({ id: world.tenantId }),
  ]);
  expect([...files.keys()].some((name) => name.endsWith("/me.png"))).toBe(true);
  for (const secret of ["session", "password_history", "totp_factor", "api_token"])
    expect(files.has(`data/${secret}.json`)).toBe(false);
  expect([...files.values()].join("")).not.toMatch(/argon2|_hash"|"storage_key"/);
  expect(await readdir(join(server.platform.config.dataDir, "exports"))).toEqual([]);
});

test("an export leaves out only secrets, locks, search keys and binary data", async () => {
  const world = await server.world();
  const parts = await world.tx(organizationParts);
  const omitted: string[] = [];
  for (const { table, columns } of parts.slice(1).flatMap((part) => part.tables)) {
    const names = await server.owner.query<{ name: string }[]>(
      `SELECT quote_ident(attname)::text AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
         AND atttypid NOT IN ('bytea'::regtype, 'tsvector'::regtype)`,
      [table],
    );
    omitted.push(...names.filter(({ name }) => !columns.includes(name)).map(({ name }) => `${table}.${name}`));
  }
  expect(omitted.toSorted()).toEqual([
    "analytics_report.lease",
    "analytics_report.leased_until",
    "app_user.password_given",
    "app_user.password_hash",
    "booking_invitation.lease",
    "booking_invitation.leased_until",
    "file.preview_key",
    "file.storage_key",
    "payment_batch.file_hash",
  ]);
});

test("an export claimed by one worker is skipped by another", async () => {
  const world = await server.world();
  const { id } = await newExport(world, world.employee, "person");
  await world.tx(async (tx) => {
    expect(await claimExport(tx)).toMatchObject({ id });
    const other = await world.tx(async (second) => {
      await second.rows(unnamedSql("SET LOCAL lock_timeout = '3s'")); // fails instead of waiting if the claim doesn't skip locked rows
      return claimExport(second);
    });
    expect(other).toBeUndefined();
  });
});

test("an abandoned export is retried and fails after the third attempt", async () => {
  const world = await server.world();
  const { employee } = world;
  const { id } = await newExport(world, employee, "person");
  const broken = createExporter({
    ...server.platform,
    workerDatabase: server.owner,
    files: { ...server.platform.files, putFile: () => Promise.reject(new Error("full")) },
  });
  const mark = server.published.length;
  await broken.work(world.tenantId);
  expect((await world.api(employee).get("/export")).body.data[0]).toMatchObject({ id, state: "failed", url: null });
  expect(notificationsSince(world, mark).map(({ kind }) => kind)).toEqual(["export.failed"]);
  const next = await newExport(world, employee, "person");
  await server.owner.query(
    "UPDATE data_export SET state = 'running', attempts = 1, leased_until = now() - interval '1 second' WHERE id = $1",
    [next.id],
  );
  await exporter().work(world.tenantId);
  expect((await world.api(employee).get("/export")).body.data[0]).toMatchObject({ id: next.id, state: "ready" });
});

test("an export whose worker died in every attempt fails with a notification", async () => {
  const world = await server.world();
  const { employee } = world;
  const { id } = await newExport(world, employee, "person");
  await server.owner.query(
    "UPDATE data_export SET state = 'running', attempts = 3, leased_until = now() - interval '1 second' WHERE id = $1",
    [id],
  );
  const mark = server.published.length;
  expect(await world.tx(sweepExports)).toEqual([id]);
  const changes = world.events(mark).filter(({ event }) => event.type === "export.changed");
  expect(changes.map(({ event }) => event.data)).toEqual([{ id, state: "failed" }]);
  expect(notificationsSince(world, mark)).toEqual([
    expect.objectContaining({ kind: "export.failed", user: employee.id }),
  ]);
  expect(await world.tx(sweepExports)).toEqual([]);
});

test("partial files of a killed worker are deleted after a day", async () => {
  const world = await server.world();
  const folder = join(server.platform.config.dataDir, "exports");
  await mkdir(folder, { recursive: true });
  const dayAgo = new Date(Date.now() - 86_500_000);
  for (const name of ["of-a-killed-one", "under-way"]) await writeFile(join(folder, name), "half");
  await utimes(join(folder, "of-a-killed-one"), dayAgo, dayAgo);
  await exporter().work(world.tenantId);
  expect(await readdir(folder)).toEqual(["under-way"]);
  await rm(join(folder, "under-way"));
});

test("every column that references users declares its role in personal exports", async () => {
  const userColumns = await server.owner.query<{ name: string }[]>(
    `SELECT k.conrelid::regclass || '.' || a.attname AS name
     FROM pg_constraint k JOIN unnest(k.conkey) AS n ON true
     JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = n AND a.attname <> 'tenant_id'
     WHERE k.contype = 'f' AND k.confrelid = 'app_user'::regclass ORDER BY 1`,
  );
  const names = userColumns.map(({ name }) => name);
  const [areas, excluded] = [areaByColumn(), excludedColumns()];
  expect(names.filter((name) => !areas.has(name) && !excluded.has(name))).toEqual([]);
  expect([...areas.keys(), ...excluded].filter((name) => !names.includes(name))).toEqual([]);
  expect([...areas.keys()].filter((name) => excluded.has(name))).toEqual([]);
});

test("exports alternate between tenants", async () => {
  const [first, second] = [await server.world(), await server.world()];
  for (const by of [first.employee, first.hr, first.manager]) await newExport(first, by, "person");
  await newExport(second, second.employee, "person");
  const tenantIds: number[] = [];
  const { unitOfWork } = server.platform;
  const noting: typeof unitOfWork = async (options, work) =>
    unitOfWork(options, async (tx) => {
      const result = await work(tx);
      if ((work as unknown) === claimExport && result) tenantIds.push(options.tenantId);
      return result;
    });
  const exporting = createExporter({ ...server.platform, unitOfWork: noting, workerDatabase: server.owner });
  await Promise.all([first, second].map(({ tenantId }) => exporting.work(tenantId)));
  expect(tenantIds).toEqual([first.tenantId, second.tenantId, first.tenantId, first.tenantId]);
});
