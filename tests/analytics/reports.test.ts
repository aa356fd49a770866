import type { Tx } from "../../server/platform/database/unit-of-work";
import { catchUpFlow } from "../../server/analytics/flow.service";
import { unsubscribeToken } from "../../server/notifications/unsubscribe.service";
import { sendReports } from "../../workers/analytics/reports";
import { columnsOf, newProject, newTask, ok } from "../projects/projects";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { subscribeToReportOf } from "../../server/analytics/reports.service";
import { findActor } from "../../server/platform/session";
import { claimReports } from "../../server/analytics/reports-due.service";
import { officeConfig, testOffice } from "../notifications/office";

const server = testServer(officeConfig);
const stand = testOffice(() => server);

const unnamed = (text: string) => ({ name: "", text });
const path = "/analytics/report";

/** Somebody who gets the report of a project with one finished task. */
async function subscribed(language = "en") {
  const world = await server.world();
  const project = await newProject(world, { title: "مشروع Harbour" });
  const [, doing, done] = await columnsOf(world, project.id);
  const task = await newTask(world, project.id);
  for (const column of [doing, done])
    ok(await world.api(world.manager).put(`/task/${task.id}/status-update`, { task_status_id: column?.id }));
  await world.tx(async (tx) => {
    await catchUpFlow(tx, project.id);
    await tx.rows(unnamed("UPDATE app_user SET language = $2 WHERE tenant_id = current_tenant() AND id = $1"), [
      world.manager.id,
      language,
    ]);
    await tx.rows(unnamed("UPDATE tenant SET time_zone = 'Asia/Seoul' WHERE id = current_tenant()"));
  });
  const body = { screen: "project", subject_id: project.id, days: 14 };
  const report = ok(await world.api(world.manager).post(path, body)).body.data as { id: number };
  return { world, project, report, body };
}

/** As if it had been asked for in the week of this Monday. */
const since = (world: World, monday: string) =>
  world.tx((tx) =>
    tx.rows(unnamed("UPDATE analytics_report SET sent_for = $1 WHERE tenant_id = current_tenant()"), [monday]),
  );

const send = (world: World, at: string) => sendReports(stand.office(), world.tenantId, new Date(at));
const mails = (world: World, person: Person = world.manager) => stand.mailsTo(person.email).length;

describe("who may have it", () => {
  test("who may not see the screen can't subscribe; of another's report nobody can dispose", async () => {
    const { world, body, report } = await subscribed();
    const asked = async (person: Person, change: object = {}) =>
      (await world.api(person).post(path, { ...body, ...change })).status;
    expect(await asked(world.employee)).toBe(403);
    expect(await asked(world.external)).toBe(403);
    // Holds the permission, isn't in the project.
    expect(await asked(world.finance)).toBe(404);
    expect(await asked(world.employee, { screen: "department", subject_id: undefined })).toBe(403);
    expect(await asked(world.employee, { screen: "user", subject_id: world.manager.id })).toBe(403);
    expect(await asked(world.employee, { screen: "user", subject_id: world.employee.id })).toBe(200);
    expect(await asked(world.manager, { screen: "project", subject_id: undefined })).toBe(404);
    expect(await asked(world.manager, { days: 3 })).toBe(422);
    expect((await world.api(world.admin).delete(`${path}/${report.id}`)).status).toBe(404);
    const other = await server.world();
    expect((await other.api(other.admin).delete(`${path}/${report.id}`)).status).toBe(404);
    expect(ok(await world.api(world.employee).get(path)).body.data).toHaveLength(1);
  });

  test("asked for again it is one, as it is asked for now; stopped it is gone, on every screen of theirs", async () => {
    const { world, body, report } = await subscribed();
    const api = world.api(world.manager);
    expect(ok(await api.post(path, { ...body, days: 90 })).body.data).toMatchObject({ id: report.id, days: 90 });
    const mark = server.published.length;
    ok(await api.delete(`${path}/${report.id}`));
    expect(world.events(mark).map(({ stream, event }) => [stream, event.type])).toEqual([
      [`user:${world.manager.id}`, "analytics_report.changed"],
    ]);
    expect(ok(await api.get(path)).body.data).toEqual([]);
  });
});

test("asked for on two screens at the same moment it is one", async () => {
  const { world, body, report } = await subscribed();
  ok(await world.api(world.manager).delete(`${path}/${report.id}`));
  const subscribe = async (tx: Tx) => {
    const found = await findActor(tx, world.manager.token);
    if (!found) throw new Error("nobody");
    return subscribeToReportOf(tx, found.actor, body as never, new Date());
  };
  const both = await oneAtATime(server, world, subscribe);
  expect(both.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(ok(await world.api(world.manager).get(path)).body.data).toHaveLength(1);
});

describe("on Monday", () => {
  test("from six in the morning where the organisation is, once; after a gap only the last one", async () => {
    const { world } = await subscribed();
    await since(world, "2026-11-02");
    // In Seoul it is nine hours later: Monday the ninth, before and after six.
    expect(await send(world, "2026-11-08T20:59:00Z")).toBe(0);
    expect(await send(world, "2026-11-08T21:01:00Z")).toBe(1);
    expect(await send(world, "2026-11-12T09:00:00Z")).toBe(0);
    expect(mails(world)).toBe(1);
    expect(await send(world, "2026-12-02T09:00:00Z")).toBe(1);
    expect(mails(world)).toBe(2);
  });

  test("a new one comes with the Monday after", async () => {
    const { world } = await subscribed();
    expect(await send(world, new Date().toISOString())).toBe(0);
  });

  test("a PDF in the reader's language, with a way to stop it", async () => {
    const { world } = await subscribed("ar");
    await since(world, "2026-11-02");
    await send(world, "2026-11-09T09:00:00Z");
    const [mail] = stand.mailsTo(world.manager.email);
    expect(mail?.headers["content-language"]).toBe("ar");
    expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    expect(mail?.headers["message-id"]).toMatch(/^<analytics-report-\d+-2026-11-09\./);
    const sent = stand.smtp.received.find(({ to }) => to.includes(world.manager.email))?.message ?? "";
    expect(sent).toMatch(/Content-Type: application\/pdf/);
  });

  test("whoever has lost access, or has gone, gets nothing; the others do", async () => {
    const { world, project } = await subscribed();
    const body = { screen: "project", subject_id: project.id, days: 30 };
    ok(await world.api(world.admin).post(path, body));
    await since(world, "2026-11-02");
    await world.tx((tx) =>
      tx.rows(
        unnamed(
          "UPDATE role SET permissions = array_remove(permissions, 'analytics-project-list') WHERE tenant_id = current_tenant() AND id = $1",
        ),
        [world.roles.manager],
      ),
    );
    expect(await send(world, "2026-11-09T09:00:00Z")).toBe(2);
    expect([mails(world), mails(world, world.admin)]).toEqual([0, 1]);
  });

  test("two workers at the same moment: each report is made by one of them", async () => {
    const { world } = await subscribed();
    await since(world, "2026-11-02");
    const at = new Date("2026-11-09T09:00:00Z");
    const claim = (tx: Tx, lease: string) => claimReports(tx, lease, at);
    const taken = await world.tx(async (tx) => {
      const first = await claim(tx, "00000000-0000-4000-8000-000000000001");
      // The first still holds its transaction: the second waits for nothing, and takes nothing.
      const second = await world.tx((other) => claim(other, "00000000-0000-4000-8000-000000000002"));
      return [first.length, second.length];
    });
    expect(taken).toEqual([1, 0]);
    // Killed with the report in its hands: somebody else takes it once the lease has ended.
    expect(await send(world, "2026-11-09T09:09:00Z")).toBe(0);
    expect(await send(world, "2026-11-09T09:11:00Z")).toBe(1);
    expect(mails(world)).toBe(1);
  });
});

test("the mail's link stops them without signing in", async () => {
  const { world } = await subscribed();
  const token = await unsubscribeToken(stand.office().workerDatabase, world.tenantId, {
    userId: world.manager.id,
    what: "reports",
  });
  const nobody = world.api(null);
  expect(ok(await nobody.get(`/notification/unsubscribe?token=${token}`)).body.data.what).toBe("reports");
  ok(await nobody.post(`/notification/unsubscribe?token=${token}`));
  expect(ok(await world.api(world.manager).get(path)).body.data).toEqual([]);
});

test("fifty mails on a Monday are enough: one more is refused, another time span of one of them isn't", async () => {
  const { world, body } = await subscribed();
  await world.tx((tx) =>
    tx.rows(
      unnamed(`INSERT INTO analytics_report (tenant_id, user_id, screen, subject_id, days, filters, sent_for)
        SELECT current_tenant(), $1, 'user', $1::bigint + n, 14, '{}', '2026-11-02' FROM generate_series(1, 49) AS n`),
      [world.manager.id],
    ),
  );
  ok(await world.api(world.manager).post(path, { ...body, days: 28 }));
  const refused = await world.api(world.manager).post(path, { screen: "user", subject_id: world.manager.id, days: 14 });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["subject_id"]]);
});
