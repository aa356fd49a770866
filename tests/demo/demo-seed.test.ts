import type { DomainEvent } from "../../shared/kernel/events";
import { demoAccounts, seedDemoIfEmpty } from "../../server/demo/demo.seed";
import { areDemoPasswordsActive } from "../../server/demo/demo.passwords";
import { hashPassword } from "../../server/platform/password-hash";
import { paymentProvider } from "../../server/billing/subscription/provider";
import { syncWithProvider } from "../../server/billing/subscription/sync.service";
import { createTenantDirectory } from "../../server/platform/tenant";
import { applyEvents } from "../../shared/work/tasks/tasks.board-events";
import { type Board, boardFromReply, emptyBoard, taskById } from "../../shared/work/tasks/tasks.board";
import { Api } from "../support/api";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { testServer } from "../support/server";

let url = "";
let seeded: Awaited<ReturnType<typeof seedDemoIfEmpty>>[] = [];

const server = testServer({
  databaseUrl: async () => {
    url = await freshDatabaseUrl("demo");
    seeded = await Promise.all([seedDemoIfEmpty(url), seedDemoIfEmpty(url), seedDemoIfEmpty(url)]);
    return url;
  },
});

async function signIn(email: string, host = "localhost"): Promise<Api> {
  const anonymous = new Api(server.app, host, null);
  const answer = await anonymous.post("/auth/login", { email, password: "Demo1234" });
  if (answer.status !== 200) throw new Error(answer.text);
  return new Api(server.app, host, answer.body.access_token);
}

const titlesOf = async (api: Api): Promise<string[]> =>
  (await api.get("/project/list")).body.data.map((project: { title: string }) => project.title);

test("only one of several processes seeds the empty database", async () => {
  expect(seeded.filter(Boolean)).toEqual([demoAccounts()]);
  expect(await seedDemoIfEmpty(url)).toBeNull();
  const tenants = await server.owner.query("SELECT domain FROM tenant_domain ORDER BY domain");
  expect(tenants.map((row: { domain: string }) => row.domain)).toEqual(["127.0.0.1", "globex.localhost", "localhost"]);
});

test.each(demoAccounts().accounts)("%s can sign in only on the host of their tenant", async (email) => {
  const host = email.endsWith("@globex.test") ? "globex.localhost" : "localhost";
  const api = await signIn(email, host);
  expect((await api.get("/auth/user")).status).toBe(200);
  await expect(signIn(email, host === "localhost" ? "globex.localhost" : "localhost")).rejects.toThrow(
    /422|credentials|right/i,
  );
});

test("the payment sandbox has the demo subscription and finds no differences", async () => {
  const admin = await signIn("admin@acme.test");
  const { body } = await admin.post("/subscription/portal");
  expect(body.portal_url).toMatch(/\/subscriptions\/sandbox\/cus_sandbox_demo$/);
  expect((await admin.get("/payment/sandbox/cus_sandbox_demo")).body.data).toMatchObject({ kind: "portal" });
  const { config, database, unitOfWork } = server.platform;
  const { stripe } = await paymentProvider({ config, database });
  const [{ tenant_id: tenantId }] = await server.owner.query(
    "SELECT tenant_id FROM tenant_domain WHERE domain = 'localhost'",
  );
  expect(await unitOfWork({ tenantId }, (tx) => syncWithProvider(tx, stripe, server.platform.log))).toEqual([]);
  const invoices = (await admin.get("/subscription/invoice")).body.data;
  expect(invoices).toHaveLength(6);
  for (const invoice of invoices)
    expect(invoice.pays_for).toMatchObject({ plan: "Business", starts_at: invoice.issued_at });
});

test("the demo plan can be cancelled, resumed and renewed without provider keys", async () => {
  const admin = await signIn("admin@acme.test");
  const { config, database, unitOfWork } = server.platform;
  const { stripe } = await paymentProvider({ config, database });
  const [{ tenant_id: tenantId }] = await server.owner.query(
    "SELECT tenant_id FROM tenant_domain WHERE domain = 'localhost'",
  );
  const subscription = async () => {
    await unitOfWork({ tenantId }, (tx) => syncWithProvider(tx, stripe, server.platform.log));
    return (await admin.get("/subscription")).body.data;
  };
  const before = await subscription();
  expect(before).toMatchObject({ state: "active", period: "monthly", can: { cancel: true, resume: false } });
  expect((await admin.post("/subscription/cancel")).status).toBe(200);
  expect(await subscription()).toMatchObject({ state: "cancelled", renews_for: null, can: { resume: true } });
  expect((await admin.post("/subscription/resume")).status).toBe(200);
  expect(await subscription()).toMatchObject({ state: "active", renews_for: before.renews_for });
  await admin.post("/payment/sandbox/cus_sandbox_demo", { action: "end_period" });
  const after = await subscription();
  expect(after).toMatchObject({ state: "active", starts_at: before.ends_at });
});

test("initial demo passwords are in the password history and can't be reused", async () => {
  const [row] = await server.owner.query(
    `SELECT count(*)::int AS missing FROM app_user u WHERE NOT EXISTS (SELECT FROM password_history h
       WHERE h.tenant_id = u.tenant_id AND h.user_id = u.id AND h.password_hash = u.password_hash)`,
  );
  expect(row.missing).toBe(0);
});

test("demo request histories match existing comments and times", async () => {
  const orphanedEvents = await server.owner.query(
    `SELECT e.id FROM domain_event e WHERE e.type = 'request.commented' AND NOT EXISTS (
       SELECT FROM request_comment c WHERE c.tenant_id = e.tenant_id AND c.id = (e.data->>'comment_id')::bigint)`,
  );
  expect(orphanedEvents).toEqual([]);
  const [commentCount] = await server.owner.query("SELECT count(*)::int AS count FROM request_comment");
  expect(commentCount.count).toBeGreaterThan(0);
  const elsewhen = await server.owner.query(
    `SELECT r.id, r.sent_at, e.at FROM request r JOIN domain_event e ON e.tenant_id = r.tenant_id
       AND e.type = 'request.sent' AND (e.data->>'id')::bigint = r.id
     WHERE r.family = 'leave' AND abs(extract(epoch FROM r.sent_at - e.at)) > 60`,
  );
  expect(elsewhen).toEqual([]);
});

test("the demo has an invited user and a former employee with a handover", async () => {
  const hr = await signIn("hr@acme.test");
  const one = async (q: string) => {
    const [{ id }] = (await hr.get(`/user?q=${q}`)).body.data;
    return (await hr.get(`/user/${id}`)).body.data;
  };
  const tara = await one("tara.salim");
  expect(tara).toMatchObject({ active: true, can: { invite: true }, parent: { fullname: "Grace Okafor" } });
  expect(new Date(tara.invited_until).getTime()).toBeGreaterThan(Date.now());
  const petra = await one("petra.lang");
  expect(petra.active).toBe(false);
  const history = (await hr.get(`/user/${petra.id}/history`)).body.data;
  expect(history.map(({ type }: { type: string }) => type)).toEqual(["resignation", "hiring"]);
  const today = new Date().toISOString().slice(0, 10);
  expect((await hr.get(`/user?as_of=${today}&q=petra`)).body.meta.total).toBe(0);
});

test("each demo user sees the expected projects", async () => {
  const all = ["Customer portal", "Driver app", "New depot in Sulaymaniyah", "Year-end closing"];
  expect(await titlesOf(await signIn("admin@acme.test"))).toEqual(all);
  expect((await titlesOf(await signIn("manager@acme.test"))).slice(0, 2)).toEqual(all.slice(0, 2));
  const employee = await titlesOf(await signIn("employee@acme.test"));
  expect(employee.slice(0, 2)).toEqual(all.slice(0, 2));
  expect(employee).not.toContain("Year-end closing");
  expect(await titlesOf(await signIn("client@acme.test"))).toEqual(["Customer portal"]);
  expect(await titlesOf(await signIn("admin@globex.test", "globex.localhost"))).toEqual([
    "Roastery upkeep",
    "Second coffee shop",
  ]);
});

test("replaying the event log from the first event gives the stored board", async () => {
  for (const [email, host] of [
    ["admin@acme.test", "localhost"],
    ["admin@globex.test", "globex.localhost"],
  ] as const) {
    const api = await signIn(email, host);
    for (const archived of [0, 1]) {
      for (const project of (await api.get(`/project/list?archived=${archived}`)).body.data) {
        const read = boardFromReply((await api.get(`/project/${project.id}/task_tatus`)).body);
        const events = await logOf(`project:${project.id}`);
        expect(events.map((event) => event.revision)).toEqual(events.map((_, at) => at + 1));
        expect(comparable(applyEvents({ ...emptyBoard, epoch: read.epoch }, events))).toEqual(comparable(read));
      }
    }
  }
});

/** Checked subtasks and logged time have no events yet. */
function comparable(board: Board) {
  const ids = Object.values(board.order).flat();
  return { ...board, tasks: ids.map((id) => ({ ...taskById(board, id), subtask_done_count: 0, spent_minutes: 0 })) };
}

async function logOf(stream: string): Promise<DomainEvent[]> {
  const rows = await server.owner.query(
    "SELECT id, revision, type, at, data, processed_at FROM domain_event WHERE stream = $1 ORDER BY revision",
    [stream],
  );
  for (const row of rows) expect(row.processed_at).not.toBeNull();
  return rows.map((row: { at: Date }) => ({ ...row, at: row.at.toISOString(), actor: null }));
}

test("new rows get ids above those of the demo data", async () => {
  const api = await signIn("manager@acme.test");
  const createdProject = await api.post("/project", { title: "One more", members: [] });
  expect(createdProject.status).toBe(201);
  const columns = (await api.get(`/project/${createdProject.body.data.id}/task_tatus`)).body.data;
  const task = await api.post("/task", { title: "First", task_status_id: columns[0].id });
  expect(task.status).toBe(201);
  expect((await api.post("/comments", { task_id: task.body.data.id, comment: "Hello" })).status).toBe(201);
  expect((await api.post("/project/tags", { project_id: createdProject.body.data.id, name: "New" })).status).toBe(201);
  expect((await api.delete(`/project/${createdProject.body.data.id}`)).status).toBe(200);
});

test("demo users have unread notifications and tasks due today", async () => {
  for (const email of ["manager@acme.test", "employee@acme.test"]) {
    const api = await signIn(email);
    const inbox = (await api.get("/notification")).body;
    expect(inbox.meta.unread_count).toBeGreaterThan(0);
    expect(inbox.meta.unread_count).toBeLessThan(inbox.meta.total);
    for (const { data } of inbox.data) expect(data.message).not.toMatch(/[{}]|^notification\./);
    expect((await api.get("/activity")).body.data).toHaveLength(20);
  }
});

test("finance approves the demo's open payment batch and can read a completed one", async () => {
  const finance = await signIn("finance@acme.test");
  const batches = (await finance.get("/payment/batch")).body.data as { id: number; status: string; version: number }[];
  expect(batches.map(({ status }) => status)).toEqual(["submitted", "completed"]);
  const [open, completed] = batches;
  const { body } = await finance.get(`/payment/batch/${completed?.id}`);
  expect(body.data.payments).toMatchObject([{ state: "executed" }]);
  const approved = await finance.put(`/payment/batch/${open?.id}/approve`, { version: open?.version });
  expect(approved.body).toMatchObject({ data: { status: "approved" } });
});

test("finance has a year of requests in all states, with advances and budgets", async () => {
  const finance = await signIn("finance@acme.test");
  const { data, meta } = (await finance.get("/finance/finance-request?archived=all&per_page=200")).body;
  const states = new Set(data.map(({ type, status }: { type: string; status: string }) => `${type} ${status}`));
  for (const type of ["purchase", "payment", "cash_advance"]) {
    for (const status of ["archived", "paid", "waiting_manager_approval"])
      expect(states).toContain(`${type} ${status}`);
  }
  const { totals } = meta as { totals: { status: string; currency: string }[] };
  expect(new Set(totals.map(({ status }) => status)).size).toBeGreaterThanOrEqual(8);
  expect(new Set(totals.map(({ currency }) => currency)).size).toBeGreaterThanOrEqual(4);
  expect(data.filter(({ settled }: { settled: boolean | null }) => settled === false)).toHaveLength(2);
  const budgets = (await finance.get("/finance/budget")).body.data as {
    spent: string;
    left: string;
    owner: object | null;
  }[];
  expect(budgets.some(({ spent }) => spent !== "0.00")).toBe(true);
  expect(budgets.filter(({ left, owner }) => left.startsWith("-") || !owner)).toEqual([]);
  const employee = await signIn("employee@acme.test");
  expect((await employee.get("/finance/finance-request?status=draft")).body.data).toHaveLength(1);
  const manager = await signIn("manager@acme.test");
  const waiting = (await manager.get("/approvals/inbox?family=finance")).body.data as { facts: { number: string } }[];
  expect(waiting.length).toBeGreaterThanOrEqual(2);
  const paid = data.find(({ status }: { status: string }) => status === "archived");
  const { activities } = (await finance.get(`/approvals/request/${paid.id}`)).body.data;
  expect(activities.map(({ type }: { type: string }) => type)).toContain("request.paid");
});

test("no demo user is in two meetings at the same time", async () => {
  const twice = await server.owner.query(
    `WITH sits AS (
       SELECT tenant_id, id, requester_id AS user_id, during FROM booking WHERE room_id IS NOT NULL AND status <> 'cancelled'
       UNION SELECT b.tenant_id, b.id, p.user_id, b.during FROM booking b
       JOIN booking_participant p ON p.tenant_id = b.tenant_id AND p.booking_id = b.id WHERE b.room_id IS NOT NULL)
     SELECT a.user_id, a.during, b.during FROM sits a
     JOIN sits b ON b.tenant_id = a.tenant_id AND b.user_id = a.user_id AND b.id > a.id AND b.during && a.during`,
  );
  expect(twice).toEqual([]);
  expect(await server.owner.query("SELECT id FROM booking_invitation WHERE due_at IS NOT NULL")).toEqual([]);
});

test("each piece of equipment in the demo has bookings", async () => {
  const [lent] = await server.owner.query(
    `SELECT count(*)::int AS bookings, count(DISTINCT s.equipment_id)::int AS pieces
     FROM booking b JOIN occupied_slot s ON s.tenant_id = b.tenant_id AND s.booking_id = b.id WHERE b.bookable_type = 'equipment'`,
  );
  expect(lent).toEqual({ bookings: 17, pieces: 7 });
});

test("areDemoPasswordsActive reports the demo password while any account uses it", async () => {
  // Uses a separate tenant directory, because host names are cached and the demo loses a host name below.
  const stands = () =>
    areDemoPasswordsActive(createTenantDirectory(server.platform.database), server.platform.unitOfWork);
  const set = async (hash: string, where: string) => {
    await server.owner.query(`UPDATE app_user SET password_hash = $1 WHERE ${where}`, [hash]);
  };
  const [before] = await server.owner.query("SELECT password_hash AS hash FROM app_user WHERE email = 'hr@acme.test'");
  try {
    expect(await stands()).toBe(true);
    await set(await hashPassword("Another1234", "program"), "email <> 'admin@globex.test'");
    expect(await stands()).toBe(true);
    await set(await hashPassword("Another1234", "program"), "true");
    expect(await stands()).toBe(false);
    await set(before.hash, "email = 'hr@acme.test'");
    expect(await stands()).toBe(true);
  } finally {
    await set(before.hash, "true");
  }
});

test.each([
  [
    "hours are logged only on tasks that have begun",
    `SELECT t.title FROM time_entry e JOIN task t ON t.tenant_id = e.tenant_id AND t.id = e.task_id
     JOIN task_status s ON s.tenant_id = t.tenant_id AND s.id = t.task_status_id WHERE s.kind = 'todo'`,
  ],
  [
    "a person has at most five tasks in progress",
    `SELECT u.user_id FROM task_user u JOIN task t ON t.tenant_id = u.tenant_id AND t.id = u.task_id AND t.archived_at IS NULL
     JOIN task_status s ON s.tenant_id = t.tenant_id AND s.id = t.task_status_id AND s.kind = 'doing'
     GROUP BY u.user_id HAVING count(*) > 5`,
  ],
  [
    "submitted weeks have twenty hours, except in the month that is ready to close",
    `SELECT w.user_id, w.monday FROM time_week w LEFT JOIN time_entry e ON e.tenant_id = w.tenant_id AND e.user_id = w.user_id
       AND e.date BETWEEN w.monday AND w.monday + 6 WHERE w.state <> 'open'
       AND NOT daterange(w.monday, w.monday + 7) && daterange((date_trunc('month', now()) - interval '1 month')::date, date_trunc('month', now())::date)
     GROUP BY 1, 2 HAVING COALESCE(sum(e.minutes), 0) < 1200`,
  ],
  [
    "meetings are on working days",
    "SELECT title, starts_at FROM booking WHERE bookable_type = 'room' AND extract(isodow FROM starts_at) > 5",
  ],
  [
    "no two tasks have the same description",
    "SELECT description FROM task WHERE description IS NOT NULL GROUP BY 1 HAVING count(*) > 1",
  ],
])("%s", async (_, exceptions) => {
  expect(await server.owner.query(exceptions)).toEqual([]);
});

test("one payroll month is closed and changed afterwards, and the next one is ready", async () => {
  const hr = await signIn("hr@acme.test");
  const months = (await hr.get("/payroll")).body.data;
  const closed = months.filter(({ state }: { state: string }) => state === "closed");
  expect(closed).toMatchObject([{ closing: 1, closed_by: { fullname: "Jonas Weber" } }]);
  const { data: rows } = (await hr.get(`/payroll/${closed[0].month}/rows`)).body;
  expect(rows.filter(({ now }: { now: object }) => Object.keys(now).length > 0)).toMatchObject([
    { user: { fullname: "Tobias Brandt" }, now: { weekly_hours: 1920 } },
  ]);
  expect((await hr.get(`/payroll/${closed[0].month}/export?format=csv`)).status).toBe(200);
  const [, next] = months;
  expect((await hr.get(`/payroll/${next.month}`)).body.data).toMatchObject({ state: "open", can: { close: true } });
});
