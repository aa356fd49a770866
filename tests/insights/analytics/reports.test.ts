import type { Tx } from "../../../server/platform/database/unit-of-work";
import { catchUpFlow } from "../../../server/insights/analytics/flow.service";
import { unsubscribeToken } from "../../../server/communication/notifications/unsubscribe.service";
import { sendReports } from "../../../workers/insights/analytics/reports";
import { columnsOf, newProject, newTask, requireOk } from "../../work/projects/projects";
import { runSerialized } from "../../support/serialized";
import { pdfText } from "../../support/pdf-text";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { createReportSubscription } from "../../../server/insights/analytics/reports.service";
import { findActor } from "../../../server/platform/session";
import { claimReports } from "../../../server/insights/analytics/reports-due.service";
import { deliveryConfig, deliveryFixture } from "../../communication/notifications/delivery-fixture";

const server = testServer(deliveryConfig);
const stand = deliveryFixture(() => server);

const unnamed = (text: string) => ({ name: "", text });
const path = "/analytics/report";

async function subscribed(language = "en") {
  const world = await server.world();
  const project = await newProject(world, { title: "مشروع Harbour" });
  const [, doing, done] = await columnsOf(world, project.id);
  const task = await newTask(world, project.id);
  for (const column of [doing, done])
    requireOk(await world.api(world.manager).put(`/task/${task.id}/status-update`, { task_status_id: column?.id }));
  await world.tx(async (tx) => {
    await catchUpFlow(tx, project.id);
    await tx.rows(unnamed("UPDATE app_user SET language = $2 WHERE tenant_id = current_tenant() AND id = $1"), [
      world.manager.id,
      language,
    ]);
    await tx.rows(unnamed("UPDATE tenant SET time_zone = 'Asia/Seoul' WHERE id = current_tenant()"));
  });
  const body = { screen: "project", subject_id: project.id, days: 14 };
  const [report] = requireOk(await world.api(world.manager).post(path, body)).body.data as [{ id: number }];
  return { world, project, report, body };
}

const since = (world: World, monday: string) =>
  world.tx((tx) =>
    tx.rows(unnamed("UPDATE analytics_report SET sent_for = $1 WHERE tenant_id = current_tenant()"), [monday]),
  );

const send = (world: World, at: string) => sendReports(stand.dependencies(), world.tenantId, new Date(at));
const mails = (world: World, person: Person = world.manager) => stand.mailsTo(person.email).length;

describe("access to reports", () => {
  test("subscribing to a report requires access to its screen", async () => {
    const { world, body, report } = await subscribed();
    const statusFor = async (person: Person, change: object = {}) =>
      (await world.api(person).post(path, { ...body, ...change })).status;
    expect(await statusFor(world.employee)).toBe(403);
    expect(await statusFor(world.external)).toBe(403);
    // The finance user has the permission but isn't in the project.
    expect(await statusFor(world.finance)).toBe(404);
    expect(await statusFor(world.employee, { screen: "department", subject_id: undefined })).toBe(403);
    expect(await statusFor(world.employee, { screen: "user", subject_id: world.manager.id })).toBe(403);
    expect(await statusFor(world.employee, { screen: "user", subject_id: world.employee.id })).toBe(200);
    expect(await statusFor(world.manager, { screen: "project", subject_id: undefined })).toBe(404);
    expect(await statusFor(world.manager, { days: 3 })).toBe(422);
    expect((await world.api(world.admin).delete(`${path}/${report.id}`)).status).toBe(404);
    const other = await server.world();
    expect((await other.api(other.admin).delete(`${path}/${report.id}`)).status).toBe(404);
    expect(requireOk(await world.api(world.employee).get(path)).body.data).toHaveLength(1);
  });

  test("the PDF of a screen requires access to the screen", async () => {
    const { world, project } = await subscribed();
    const file = (person: Person, query: string) => world.api(person).get(`${path}/file?${query}`);
    const query = `screen=project&subject_id=${project.id}`;
    expect((await file(world.manager, query)).status).toBe(200);
    expect((await file(world.employee, query)).status).toBe(403);
    expect((await file(world.finance, query)).status).toBe(404);
    expect((await file(world.employee, `screen=user&subject_id=${world.manager.id}`)).status).toBe(403);
    expect((await file(world.manager, `${query}&from=2026-03-02&to=2026-03-01`)).status).toBe(422);
    expect((await file(world.manager, `${query}&from=yesterday`)).status).toBe(422);
  });

  test("the PDF of a screen has title, organization, period, filters and page number", async () => {
    const { world, project } = await subscribed();
    const query = `screen=project&subject_id=${project.id}&from=2026-03-02&to=2026-03-29&priority=high`;
    const sent = { host: world.host, authorization: `Bearer ${world.manager.token}` };
    const { headers, rawPayload } = await server.app.inject({ url: `${path}/file?${query}`, headers: sent });
    expect(headers["content-disposition"]).toContain("analytics-project-2026-03-02-2026-03-29.pdf");
    const [text] = pdfText(rawPayload);
    for (const part of ["Harbour", "2 Mar 2026", "29 Mar 2026", "Priority: High", "page 1 of"])
      expect(text).toContain(part);
  });

  test("subscribing again updates the report; unsubscribing emits an event to the user", async () => {
    const { world, body, report } = await subscribed();
    const api = world.api(world.manager);
    expect(requireOk(await api.post(path, { ...body, days: 90 })).body.data).toMatchObject([
      { id: report.id, days: 90 },
    ]);
    const mark = server.published.length;
    requireOk(await api.delete(`${path}/${report.id}`));
    expect(world.events(mark).map(({ stream, event }) => [stream, event.type])).toEqual([
      [`user:${world.manager.id}`, "analytics_report.changed"],
    ]);
    expect(requireOk(await api.get(path)).body.data).toEqual([]);
  });
});

test("two concurrent subscriptions to the same screen create one report", async () => {
  const { world, body, report } = await subscribed();
  requireOk(await world.api(world.manager).delete(`${path}/${report.id}`));
  const subscribe = async (tx: Tx) => {
    const found = await findActor(tx, world.manager.token);
    if (!found) throw new Error("nobody");
    return createReportSubscription(tx, found.actor, { ...body, every: "week" } as never, new Date());
  };
  const both = await runSerialized(server, world, subscribe);
  expect(both.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(requireOk(await world.api(world.manager).get(path)).body.data).toHaveLength(1);
});

describe("weekly reports", () => {
  test("reports are sent once from Monday 6 a.m. local time; missed weeks are skipped", async () => {
    const { world } = await subscribed();
    await since(world, "2026-11-02");
    // Seoul is UTC+9, so these are 5:59 and 6:01 a.m. on Monday, 9 November.
    expect(await send(world, "2026-11-08T20:59:00Z")).toBe(0);
    expect(await send(world, "2026-11-08T21:01:00Z")).toBe(1);
    expect(await send(world, "2026-11-12T09:00:00Z")).toBe(0);
    expect(mails(world)).toBe(1);
    expect(await send(world, "2026-12-02T09:00:00Z")).toBe(1);
    expect(mails(world)).toBe(2);
  });

  test("a new report is first sent on the following Monday", async () => {
    const { world } = await subscribed();
    expect(await send(world, new Date().toISOString())).toBe(0);
  });

  test("the report is a PDF in the reader's language with an unsubscribe link", async () => {
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

  test("the link in the mail opens the period of the report", async () => {
    const { world, project } = await subscribed();
    await since(world, "2026-11-02");
    await send(world, "2026-11-09T09:00:00Z");
    const sent = stand.smtp.received.find(({ to }) => to.includes(world.manager.email))?.message ?? "";
    const decoded = sent.replace(/=\r\n/g, "").replaceAll("=3D", "=");
    expect(decoded).toContain(`/analytics/project/${project.id}?from=2026-10-26&to=2026-11-08`);
  });

  test("users who left or lost access get no report; other subscribers do", async () => {
    const { world, project } = await subscribed();
    const body = { screen: "project", subject_id: project.id, days: 30 };
    requireOk(await world.api(world.admin).post(path, body));
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

  test("two concurrent workers: each report is claimed by only one of them", async () => {
    const { world } = await subscribed();
    await since(world, "2026-11-02");
    const at = new Date("2026-11-09T09:00:00Z");
    const claim = (tx: Tx, lease: string) => claimReports(tx, lease, at);
    const claimedCounts = await world.tx(async (tx) => {
      const first = await claim(tx, "00000000-0000-4000-8000-000000000001");
      const second = await world.tx((other) => claim(other, "00000000-0000-4000-8000-000000000002"));
      return [first.length, second.length];
    });
    expect(claimedCounts).toEqual([1, 0]);
    // If a worker dies, another one can claim the report once the lease has expired.
    expect(await send(world, "2026-11-09T09:09:00Z")).toBe(0);
    expect(await send(world, "2026-11-09T09:11:00Z")).toBe(1);
    expect(mails(world)).toBe(1);
  });
});

describe("monthly reports and other recipients", () => {
  test("monthly reports are sent on the 1st and cover the previous month", async () => {
    const { world, body } = await subscribed();
    const [report] = requireOk(await world.api(world.manager).post(path, { ...body, every: "month" })).body.data;
    expect(report).toMatchObject({ every: "month", sender_id: null });
    await since(world, "2026-10-01");
    // Seoul is UTC+9, so these are 5:59 and 6:01 a.m. on 1 November.
    expect(await send(world, "2026-10-31T20:59:00Z")).toBe(0);
    const due = await world.tx((tx) =>
      claimReports(tx, "00000000-0000-4000-8000-000000000001", new Date("2026-10-31T21:01:00Z")),
    );
    expect(due).toMatchObject([{ due: "2026-11-01", days: 31 }]);
    expect(await send(world, "2026-11-09T09:00:00Z")).toBe(1);
    expect(await send(world, "2026-11-30T20:00:00Z")).toBe(0);
    expect(await send(world, "2026-11-30T21:01:00Z")).toBe(1);
  });

  test("recipients without access, unknown ids and too many recipients get 422", async () => {
    const { world, project } = await subscribed();
    const ask = (user_ids: number[], as = world.admin) =>
      world.api(as).post(path, { screen: "project", subject_id: project.id, user_ids });
    const other = await server.world();
    for (const id of [world.employee.id, world.external.id, world.finance.id, other.admin.id, 9_007_199_254_740_991]) {
      const refused = await ask([world.admin.id, id]);
      expect([id, refused.status, Object.keys(refused.body.errors)]).toEqual([id, 422, ["user_ids"]]);
    }
    expect((await ask(Array.from({ length: 21 }, (_, n) => n + 1))).status).toBe(422);
    expect((await ask([world.manager.id], world.employee)).status).toBe(403);
    expect(requireOk(await world.api(world.admin).get(path)).body.data).toEqual([]);
  });

  test("recipients get the report in their language, and the sender can stop it", async () => {
    const { world, project, report } = await subscribed("ar");
    requireOk(await world.api(world.manager).delete(`${path}/${report.id}`));
    const body = { screen: "project", subject_id: project.id, user_ids: [world.manager.id, world.admin.id] };
    const createdReports = requireOk(await world.api(world.admin).post(path, body)).body.data as {
      id: number;
      user: { id: number };
    }[];
    const [forOther, own] = [world.manager, world.admin].map(({ id }) =>
      createdReports.find(({ user }) => user.id === id),
    );
    expect([forOther, own]).toMatchObject([{ sender_id: world.admin.id }, { sender_id: null }]);
    await since(world, "2026-11-02");
    expect(await send(world, "2026-11-09T09:00:00Z")).toBe(2);
    expect(stand.mailsTo(world.manager.email).at(-1)?.headers["content-language"]).toBe("ar");
    expect(requireOk(await world.api(world.manager).get(path)).body.data).toHaveLength(1);
    expect(requireOk(await world.api(world.admin).get(path)).body.data).toHaveLength(2);
    expect((await world.api(world.finance).delete(`${path}/${forOther?.id}`)).status).toBe(404);
    expect((await world.api(world.manager).delete(`${path}/${own?.id}`)).status).toBe(404);
    requireOk(await world.api(world.admin).delete(`${path}/${forOther?.id}`));
    expect(requireOk(await world.api(world.manager).get(path)).body.data).toEqual([]);
  });

  test("a user's own subscription isn't changed when another user adds them", async () => {
    const { world, project, report } = await subscribed();
    const body = { screen: "project", subject_id: project.id, days: 90, user_ids: [world.manager.id] };
    expect(requireOk(await world.api(world.admin).post(path, body)).body.data).toEqual([]);
    expect(requireOk(await world.api(world.manager).get(path)).body.data).toMatchObject([
      { id: report.id, days: 14, sender_id: null },
    ]);
  });
});

test("the unsubscribe link stops reports without signing in", async () => {
  const { world } = await subscribed();
  const token = await unsubscribeToken(stand.dependencies().workerDatabase, world.tenantId, {
    userId: world.manager.id,
    target: "reports",
  });
  const anonymous = world.api(null);
  expect(requireOk(await anonymous.get(`/notification/unsubscribe?token=${token}`)).body.data.what).toBe("reports");
  requireOk(await anonymous.post(`/notification/unsubscribe?token=${token}`));
  expect(requireOk(await world.api(world.manager).get(path)).body.data).toEqual([]);
});

test("the 51st report subscription is refused; changing an existing one is allowed", async () => {
  const { world, body } = await subscribed();
  await world.tx((tx) =>
    tx.rows(
      unnamed(`INSERT INTO analytics_report (tenant_id, user_id, screen, subject_id, days, filters, sent_for)
        SELECT current_tenant(), $1, 'user', $1::bigint + n, 14, '{}', '2026-11-02' FROM generate_series(1, 49) AS n`),
      [world.manager.id],
    ),
  );
  requireOk(await world.api(world.manager).post(path, { ...body, days: 28 }));
  const refused = await world.api(world.manager).post(path, { screen: "user", subject_id: world.manager.id, days: 14 });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["subject_id"]]);
});
