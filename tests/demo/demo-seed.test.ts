import { demoAccounts, seedDemoIfEmpty } from "../../server/demo/demo.seed";
import { demoPasswordsStand } from "../../server/demo/demo.passwords";
import { hashPassword } from "../../server/platform/password-hash";
import { paymentProvider } from "../../server/subscription/provider.service";
import { syncWithProvider } from "../../server/subscription/sync.service";
import { createTenantDirectory } from "../../server/platform/tenant";
import type { DomainEvent } from "../../shared/domain-events";
import { applyEvents } from "../../shared/tasks/tasks.board-events";
import { type Board, boardOf, emptyBoard, taskOf } from "../../shared/tasks/tasks.board";
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
  const nobody = new Api(server.app, host, null);
  const answer = await nobody.post("/auth/login", { email, password: "Demo1234" });
  if (answer.status !== 200) throw new Error(answer.text);
  return new Api(server.app, host, answer.body.access_token);
}

const titlesOf = async (api: Api): Promise<string[]> =>
  (await api.get("/project/list")).body.data.map((project: { title: string }) => project.title);

test("of several processes that find the database empty, one fills it; afterwards nobody does", async () => {
  expect(seeded.filter(Boolean)).toEqual([demoAccounts()]);
  expect(await seedDemoIfEmpty(url)).toBeNull();
  const tenants = await server.owner.query("SELECT domain FROM tenant_domain ORDER BY domain");
  expect(tenants.map((row: { domain: string }) => row.domain)).toEqual(["127.0.0.1", "globex.localhost", "localhost"]);
});

test.each(demoAccounts().accounts)("%s signs in, where they belong and nowhere else", async (email) => {
  const host = email.endsWith("@globex.test") ? "globex.localhost" : "localhost";
  const api = await signIn(email, host);
  expect((await api.get("/auth/user")).status).toBe(200);
  await expect(signIn(email, host === "localhost" ? "globex.localhost" : "localhost")).rejects.toThrow(
    /422|credentials|right/i,
  );
});

test("the sandbox knows what the organisation has paid: its page opens, and the comparison finds nothing", async () => {
  const admin = await signIn("admin@acme.test");
  const { body } = await admin.post("/subscription/portal");
  expect(body.portal_url).toMatch(/\/subscriptions\/sandbox\/cus_sandbox_demo$/);
  expect((await admin.get("/payment/sandbox/cus_sandbox_demo")).body.data).toMatchObject({ kind: "portal" });
  const { config, database, unitOfWork } = server.platform;
  const { stripe } = await paymentProvider({ config, database });
  const [{ tenant_id: tenantId }] = await server.owner.query(
    "SELECT tenant_id FROM tenant_domain WHERE domain = 'localhost'",
  );
  expect(await unitOfWork({ tenantId }, (tx) => syncWithProvider(tx, stripe))).toEqual([]);
  const invoices = (await admin.get("/subscription/invoice")).body.data;
  expect(invoices).toHaveLength(6);
  for (const invoice of invoices)
    expect(invoice.pays_for).toMatchObject({ plan: "Business", starts_at: invoice.issued_at });
});

test("everybody's first password is in their history: it can't be used again", async () => {
  const [row] = await server.owner.query(
    `SELECT count(*)::int AS missing FROM app_user u WHERE NOT EXISTS (SELECT FROM password_history h
       WHERE h.tenant_id = u.tenant_id AND h.user_id = u.id AND h.password_hash = u.password_hash)`,
  );
  expect(row.missing).toBe(0);
});

test("histories of requests tell of what is there, at the times that the requests have", async () => {
  const gone = await server.owner.query(
    `SELECT e.id FROM domain_event e WHERE e.type = 'request.commented' AND NOT EXISTS (
       SELECT FROM request_comment c WHERE c.tenant_id = e.tenant_id AND c.id = (e.data->>'comment_id')::bigint)`,
  );
  expect(gone).toEqual([]);
  const [said] = await server.owner.query("SELECT count(*)::int AS count FROM request_comment");
  expect(said.count).toBeGreaterThan(0);
  const elsewhen = await server.owner.query(
    `SELECT r.id, r.sent_at, e.at FROM request r JOIN domain_event e ON e.tenant_id = r.tenant_id
       AND e.type = 'request.sent' AND (e.data->>'id')::bigint = r.id
     WHERE r.family = 'leave' AND abs(extract(epoch FROM r.sent_at - e.at)) > 60`,
  );
  expect(elsewhen).toEqual([]);
});

test("somebody is invited and has not come yet; somebody has left and handed over", async () => {
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

test("who is in which project", async () => {
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

test("the board is what its history says: playing the log from the first event gives what is read", async () => {
  for (const [email, host] of [
    ["admin@acme.test", "localhost"],
    ["admin@globex.test", "globex.localhost"],
  ] as const) {
    const api = await signIn(email, host);
    for (const archived of [0, 1]) {
      for (const project of (await api.get(`/project/list?archived=${archived}`)).body.data) {
        const read = boardOf((await api.get(`/project/${project.id}/task_tatus`)).body);
        const events = await logOf(`project:${project.id}`);
        expect(events.map((event) => event.revision)).toEqual(events.map((_, at) => at + 1));
        expect(comparable(applyEvents(emptyBoard, events))).toEqual(comparable(read));
      }
    }
  }
});

/** Ticking off a subtask and noting time aren't told yet; everything else is. */
function comparable(board: Board) {
  const ids = Object.values(board.order).flat();
  return { ...board, tasks: ids.map((id) => ({ ...taskOf(board, id), subtask_done_count: 0, spent_minutes: 0 })) };
}

async function logOf(stream: string): Promise<DomainEvent[]> {
  const rows = await server.owner.query(
    "SELECT id, revision, type, at, data, processed_at FROM domain_event WHERE stream = $1 ORDER BY revision",
    [stream],
  );
  for (const row of rows) expect(row.processed_at).not.toBeNull();
  return rows.map((row: { at: Date }) => ({ ...row, at: row.at.toISOString(), actor: null }));
}

test("new rows get ids behind those of the demo", async () => {
  const api = await signIn("manager@acme.test");
  const made = await api.post("/project", { title: "One more", members: [] });
  expect(made.status).toBe(201);
  const columns = (await api.get(`/project/${made.body.data.id}/task_tatus`)).body.data;
  const task = await api.post("/task", { title: "First", task_status_id: columns[0].id });
  expect(task.status).toBe(201);
  expect((await api.post("/comments", { task_id: task.body.data.id, comment: "Hello" })).status).toBe(201);
  expect((await api.post("/project/tags", { project_id: made.body.data.id, name: "New" })).status).toBe(201);
  expect((await api.delete(`/project/${made.body.data.id}`)).status).toBe(200);
});

test("there is something waiting in the bell, and something to do today", async () => {
  for (const email of ["manager@acme.test", "employee@acme.test"]) {
    const api = await signIn(email);
    const inbox = (await api.get("/notification")).body;
    expect(inbox.meta.unread_count).toBeGreaterThan(0);
    expect(inbox.meta.unread_count).toBeLessThan(inbox.meta.total);
    for (const { data } of inbox.data) expect(data.message).not.toMatch(/[{}]|^notification\./);
    expect((await api.get("/activity")).body.data).toHaveLength(20);
  }
});

test("finance has a year behind it: every kind in every state, advances that are owed, budgets that hold", async () => {
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
  const budgets = (await finance.get("/finance/budget")).body.data as { spent: string; left: string }[];
  expect(budgets.some(({ spent }) => spent !== "0.00")).toBe(true);
  expect(budgets.filter(({ left }) => left.startsWith("-"))).toEqual([]);
  const employee = await signIn("employee@acme.test");
  expect((await employee.get("/finance/finance-request?status=draft")).body.data).toHaveLength(1);
  const manager = await signIn("manager@acme.test");
  const waiting = (await manager.get("/approvals/inbox?family=finance")).body.data as { facts: { number: string } }[];
  expect(waiting.length).toBeGreaterThanOrEqual(2);
  const paid = data.find(({ status }: { status: string }) => status === "archived");
  const { activities } = (await finance.get(`/approvals/request/${paid.id}`)).body.data;
  expect(activities.map(({ type }: { type: string }) => type)).toContain("request.paid");
});

test("nobody sits in two rooms at once, and no calendar is told of what it has", async () => {
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

test("each piece of equipment is lent by itself in these days", async () => {
  const [lent] = await server.owner.query(
    `SELECT count(*)::int AS bookings, count(DISTINCT s.equipment_id)::int AS pieces
     FROM booking b JOIN occupied_slot s ON s.tenant_id = b.tenant_id AND s.booking_id = b.id WHERE b.bookable_type = 'equipment'`,
  );
  expect(lent).toEqual({ bookings: 17, pieces: 7 });
});

test("the demo's password stands until nobody can sign in with it", async () => {
  // A directory of its own: names are remembered for a while, and the demo loses one below.
  const stands = () => demoPasswordsStand(createTenantDirectory(server.platform.database), server.platform.unitOfWork);
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
