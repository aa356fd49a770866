import { applyDueDelegations } from "../../../server/approvals/approvals/delegation.service";
import { formatsOf } from "../../../server/platform/formats";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { userStream } from "../../../shared/kernel/events";
import type { Language } from "../../../shared/kernel/languages";
import { publishTenantDecisions } from "../../../workers/approvals/approvals/decisions";
import { processWaitingRequests } from "../../../workers/approvals/approvals/waiting";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { nextStepOf } from "../../../server/communication/notifications/notifications.present";
import { translator } from "../../../server/platform/text";
import { consumeEvents, notificationsSince, runWorkerAfter } from "../../communication/notifications/worker";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

const day = (date: string, style: "short" | "medium" = "medium") =>
  style === "medium" ? formatsOf("en").day(date) : formatsOf("en").shortDay(date);
const leave = (at: number) => {
  const { start_date, end_date } = workingWeek(at);
  return `Annual leave · ${day(start_date, "short")} to ${day(end_date)} · 5 days`;
};

/** `notifiedDuring` runs an action and the worker, and returns the notifications per user. */
async function setup() {
  const all = await leaveFixture(await server.world(), { hrStep: true });
  const { world } = all;
  await world.tx((tx) => tx.manager.query("UPDATE leave_type SET name = 'Annual leave' WHERE id = $1", [all.type]));
  const names = new Map<number, string>();
  for (const key of ["employee", "manager", "hr", "admin", "finance"] as const) names.set(world[key].id, key);
  const know = (person: Person, name: string) => names.set(person.id, name);
  const notifiedDuring = async (act: () => Promise<unknown>) => {
    const mark = server.published.length;
    await runWorkerAfter(server, world, act);
    const { unitOfWork, log } = server.platform;
    await publishTenantDecisions({ unitOfWork, log }, world.tenantId, new Date(Date.now() + 60_000));
    return notificationsSince(world, mark)
      .map(({ user, kind, message, next }) => `${names.get(user)}: ${kind}: ${message}${next ? ` | ${next}` : ""}`)
      .sort();
  };
  const url = (id: number, verb: string) => `/leave/leave-request/${id}/${verb}`;
  return { ...all, notifiedDuring, know, url };
}

test("sending and deciding each step notifies only the users concerned", async () => {
  const { ask, notifiedDuring, url, manager, hr } = await setup();
  let id = 0;
  expect(await notifiedDuring(async () => (id = requireOk(await ask(workingWeek(1))).body.data.id))).toEqual([
    `manager: request.waiting: Emil Employee needs your decision: ${leave(1)} | Next approver: HR`,
  ]);
  expect(await notifiedDuring(async () => requireOk(await manager.put(url(id, "approve"))))).toEqual([
    `employee: request.stepApproved: Mia Manager approved your request: ${leave(1)} | Waiting for HR · 15 days left`,
    `hr: request.waiting: Emil Employee needs your decision: ${leave(1)} | You are the last approver`,
  ]);
  expect(await notifiedDuring(async () => requireOk(await hr.put(url(id, "approve"))))).toEqual([
    `employee: request.approved: Approved by Hana Hr: ${leave(1)} | 15 days left`,
  ]);
});

test("notifications about requested changes and rejections contain the reason", async () => {
  const { ask, notifiedDuring, url, manager, employee } = await setup();
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  expect(
    await notifiedDuring(async () =>
      requireOk(await manager.put(url(id, "request-changes"), { note: "A week later?" })),
    ),
  ).toEqual([
    `employee: request.changes: Mia Manager requested changes to your request ${leave(1)}: A week later? | You can edit it and send it again`,
  ]);
  expect(await notifiedDuring(async () => requireOk(await employee.put(url(id, "send"))))).toEqual([
    `manager: request.resubmitted: Emil Employee changed a request and sent it again: ${leave(1)} | Next approver: HR`,
  ]);
  expect(
    await notifiedDuring(async () => requireOk(await manager.put(url(id, "reject"), { reason: "We launch" }))),
  ).toEqual([
    `employee: request.rejected: Mia Manager rejected your request ${leave(1)}: We launch | You can edit it and send it again`,
  ]);
});

test("cancelling by the owner or HR notifies the other users", async () => {
  const { ask, notifiedDuring, url, employee, hr } = await setup();
  const first = requireOk(await ask(workingWeek(1))).body.data.id;
  const second = requireOk(await ask(workingWeek(2))).body.data.id;
  expect(await notifiedDuring(async () => requireOk(await employee.put(url(first, "cancel"))))).toEqual([
    `manager: request.withdrawn: Emil Employee cancelled a request: ${leave(1)}`,
  ]);
  expect(await notifiedDuring(async () => requireOk(await hr.put(url(second, "cancel"))))).toEqual([
    `employee: request.cancelled: Hana Hr cancelled your request: ${leave(2)} | 20 days left`,
    `manager: request.withdrawn: Hana Hr cancelled a request of Emil Employee: ${leave(2)}`,
  ]);
});

test("a decision isn't announced after its request was cancelled", async () => {
  const { ask, notifiedDuring, url, employee, manager, hr } = await setup();
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const notified = await notifiedDuring(async () => {
    requireOk(await manager.put(url(id, "approve")));
    requireOk(await hr.put(url(id, "approve")));
    requireOk(await employee.put(url(id, "cancel")));
  });
  const withdrawn = `Emil Employee cancelled a request: ${leave(1)} | It had already been approved`;
  expect(notified).toEqual([`hr: request.withdrawn: ${withdrawn}`, `manager: request.withdrawn: ${withdrawn}`]);
});

test("cancelling an approved request notifies its approvers and their delegates", async () => {
  const { ask, notifiedDuring, know, url, employee, manager, hr, world } = await setup();
  const deputy = await world.person("employee", { fullname: "Dina Deputy" });
  know(deputy, "deputy");
  requireOk(await manager.post("/delegation", { delegatee_id: deputy.id }));
  const [first, second] = [
    requireOk(await ask(workingWeek(1))).body.data.id,
    requireOk(await ask(workingWeek(2))).body.data.id,
  ];
  await notifiedDuring(async () => {
    for (const id of [first, second]) {
      requireOk(await world.api(deputy).put(url(id, "approve")));
      requireOk(await hr.put(url(id, "approve")));
    }
  });
  const withdrawnMessage = (to: string, words: string) =>
    `${to}: request.withdrawn: ${words} | It had already been approved`;
  const own = `Emil Employee cancelled a request: ${leave(1)}`;
  expect(await notifiedDuring(async () => requireOk(await employee.put(url(first, "cancel"))))).toEqual(
    ["deputy", "hr", "manager"].map((to) => withdrawnMessage(to, own)),
  );
  const byHr = `Hana Hr cancelled a request of Emil Employee: ${leave(2)}`;
  expect(await notifiedDuring(async () => requireOk(await hr.put(url(second, "cancel"))))).toEqual([
    withdrawnMessage("deputy", byHr),
    `employee: request.cancelled: Hana Hr cancelled your request: ${leave(2)} | 20 days left`,
    withdrawnMessage("manager", byHr),
  ]);
});

test("ending a delegation clears only the notifications it caused for the delegate", async () => {
  const { ask, notifiedDuring, know, manager, world } = await setup();
  const deputy = await world.person("hr", { fullname: "Dina Deputy" });
  know(deputy, "deputy");
  const { data } = requireOk(await manager.post("/delegation", { delegatee_id: deputy.id })).body;
  let own = 0;
  await notifiedDuring(async () => {
    own = requireOk(await ask(workingWeek(1))).body.data.id;
    requireOk(await manager.put(`/leave/leave-request/${own}/approve`));
    requireOk(await ask(workingWeek(2)));
  });
  const waiting = async () =>
    requireOk(await world.api(deputy).get("/notification?is_read=0"))
      .body.data.filter((one: { data: { kind: string } }) => one.data.kind === "request.waiting")
      .map((one: { data: { path: string } }) => one.data.path);
  expect(await waiting()).toHaveLength(2);
  await notifiedDuring(async () => requireOk(await manager.delete(`/delegation/${data.id}`)));
  expect(await waiting()).toEqual([`/approvals?open=${own}`]);
});

test.each<[Language, RegExp, RegExp]>([
  ["ar", /٥ أيام/, /بقي ٢٠ يومًا/],
  ["de", /5 Tage/, /noch 20 Tage/],
  ["ko", /5일/, /20일 남음/],
  ["ckb", /٥ ڕۆژ/, /٢٠ ڕۆژ ماوە/],
])("the notification in %s includes the amount and the remaining days", async (language, days, left) => {
  const { ask, notifiedDuring, url, hr, employee, world } = await setup();
  await world.tx((tx) =>
    tx.manager.query("UPDATE app_user SET language = $2 WHERE id = $1", [world.employee.id, language]),
  );
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  await notifiedDuring(async () => requireOk(await hr.put(url(id, "cancel"))));
  const [{ data }] = requireOk(await employee.get("/notification?about=requests")).body.data;
  expect(data.message).toMatch(days);
  expect(nextStepOf(data, translator(language))).toMatch(left);
});

test("starting, using and revoking a delegation notify the users concerned", async () => {
  const { ask, notifiedDuring, know, url, manager, world } = await setup();
  const deputy = await world.person("employee", { fullname: "Dina Deputy" });
  know(deputy, "deputy");
  let delegation = 0;
  const started = await notifiedDuring(
    async () => (delegation = requireOk(await manager.post("/delegation", { delegatee_id: deputy.id })).body.data.id),
  );
  expect(started).toEqual([
    expect.stringMatching(/^deputy: delegation.created: Mia Manager delegated approvals to you from /),
  ]);
  let id = 0;
  expect(await notifiedDuring(async () => (id = requireOk(await ask(workingWeek(1))).body.data.id))).toEqual([
    `deputy: request.waiting: Emil Employee needs your decision: ${leave(1)} | Next approver: HR`,
    `manager: request.waiting: Emil Employee needs your decision: ${leave(1)} | Next approver: HR`,
  ]);
  expect(await notifiedDuring(async () => requireOk(await world.api(deputy).put(url(id, "approve"))))).toEqual([
    `employee: request.stepApproved: Dina Deputy approved your request: ${leave(1)} | Waiting for HR · 15 days left`,
    `hr: request.waiting: Emil Employee needs your decision: ${leave(1)} | You are the last approver`,
    `manager: request.decidedForYou: Dina Deputy approved on your behalf: ${leave(1)}, from Emil Employee | Waiting for HR`,
  ]);
  expect(await notifiedDuring(async () => requireOk(await manager.delete(`/delegation/${delegation}`)))).toEqual([
    "deputy: delegation.ended: You no longer decide for Mia Manager",
  ]);
});

test("a future delegation notifies both users on its first day", async () => {
  const { notifiedDuring, know, manager, world } = await setup();
  const deputy = await world.person("employee", { fullname: "Dina Deputy" });
  know(deputy, "deputy");
  const { start_date } = workingWeek(1);
  requireOk(await manager.post("/delegation", { delegatee_id: deputy.id, start_date }));
  expect(await notifiedDuring(() => world.tx(applyDueDelegations))).toEqual([]);
  const comes = "UPDATE delegation SET start_date = tenant_today() WHERE delegatee_id = $1";
  await world.tx((tx) => tx.manager.query(comes, [deputy.id]));
  expect(await notifiedDuring(() => world.tx(applyDueDelegations))).toEqual([
    "deputy: delegation.becameEffective: You now decide for Mia Manager",
    "manager: delegation.runs: Dina Deputy now decides for you",
  ]);
});

test("escalation notifies the new and former approvers and the requester", async () => {
  const { ask, notifiedDuring, world } = await setup();
  requireOk(await ask(workingWeek(1)));
  const later = new Date(Date.now() + 30 * 86_400_000);
  expect(await notifiedDuring(() => processWaitingRequests(server.platform.unitOfWork, world.tenantId, later))).toEqual(
    [
      `admin: request.passedOn: Now waiting for your decision, in place of Mia Manager: ${leave(1)}, from Emil Employee | Next approver: HR`,
      `employee: request.escalated: Your request was passed on from Mia Manager to another approver: ${leave(1)} | Waiting for Administrator`,
      `manager: request.passedOver: No longer waiting for your decision: ${leave(1)}, from Emil Employee | Waiting for Administrator`,
    ],
  );
});

test("a holiday that shortens leave notifies its owner with the localized day count", async () => {
  const { ask, notifiedDuring, world, employee, hr } = await setup();
  const { start_date, end_date } = workingWeek(1, 3);
  requireOk(await ask({ start_date, end_date }));
  const free = (name: string, date: string) =>
    notifiedDuring(async () => requireOk(await hr.post("/leave/holiday", { date, name })));
  const two = `employee: leave.recounted: Your Annual leave from ${day(start_date)} now uses 2 days`;
  expect(await free("Founders’ day", end_date)).toEqual([two]);
  expect(await free("Harvest", start_date)).toEqual([two.replace("2 days", "1 day")]);
  await world.tx((tx) => tx.manager.query("UPDATE app_user SET language = 'ar' WHERE id = $1", [world.employee.id]));
  const [line] = requireOk(await employee.get("/notification?about=requests")).body.data;
  expect(line.data.message).toMatch(/يومًا واحدًا$/);
});

test("a comment notifies the request's owner, approver and earlier commenters", async () => {
  const { ask, notifiedDuring, url, manager, employee, hr } = await setup();
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const say = (as: typeof hr, comment: string) =>
    notifiedDuring(async () => requireOk(await as.post(`/approvals/request/${id}/comment`, { comment })));
  const mine = (who: string, words: string) =>
    `employee: request.commented: ${who} commented on your request ${leave(1)}: ${words}`;
  const other = (to: string, who: string, words: string) =>
    `${to}: request.commented: ${who} commented on ${leave(1)}, from Emil Employee: ${words}`;
  expect(await say(employee, "Hana\ncovers.")).toEqual([other("manager", "Emil Employee", "Hana covers.")]);
  await notifiedDuring(async () => requireOk(await manager.put(url(id, "approve"))));
  // The manager has decided but hasn't commented, so only HR is notified.
  expect(await say(employee, "Dates are fixed")).toEqual([other("hr", "Emil Employee", "Dates are fixed")]);
  expect(await say(manager, "Fine by me")).toEqual([
    mine("Mia Manager", "Fine by me"),
    other("hr", "Mia Manager and 1 other", "Fine by me"),
  ]);
  const toManager = (words: string) => other("manager", "Hana Hr and 1 other", words);
  expect(await say(hr, "Thanks")).toEqual([mine("Hana Hr and 1 other", "Thanks"), toManager("Thanks")]);
  const settings = { topics: { requests: { in_app: false, email: "off", push: false } } };
  requireOk(await employee.put("/notification/settings", settings));
  expect(await say(hr, "Anybody?")).toEqual([toManager("Anybody?")]);
});

test("a decision by one role member clears the others' notifications", async () => {
  const { ask, notifiedDuring, know, url, manager, world } = await setup();
  const colleague = await world.person("hr", { fullname: "Hugo Hr" });
  know(colleague, "colleague");
  const unread = async (of: Person) =>
    requireOk(await world.api(of).get("/notification?is_read=0")).body.data.map(
      (one: { data: { kind: string } }) => one.data.kind,
    );
  const ids = [requireOk(await ask(workingWeek(1))).body.data.id, requireOk(await ask(workingWeek(2))).body.data.id];
  for (const id of ids) await notifiedDuring(async () => requireOk(await manager.put(url(id, "approve"))));
  expect(await unread(colleague)).toEqual(["request.waiting", "request.waiting"]);
  const mark = server.published.length;
  await notifiedDuring(async () => requireOk(await world.api(world.hr).put(url(ids[0], "approve"))));
  expect([await unread(colleague), await unread(world.hr)]).toEqual([["request.waiting"], ["request.waiting"]]);
  const read = world.events(mark).filter(({ event }) => event.type === "notification.read");
  const counts = read.map(({ stream, event }) => `${stream}: ${(event.data as { unread_count: number }).unread_count}`);
  expect(counts.sort()).toEqual([`user:${colleague.id}: 1`, `user:${world.hr.id}: 1`].sort());
  await notifiedDuring(async () => requireOk(await world.api(world.employee).put(url(ids[1], "cancel"))));
  expect(await unread(colleague)).toEqual(["request.withdrawn"]);
});

test("payment and archiving notify the requester, for any request family", async () => {
  const { notifiedDuring, world, ask } = await setup();
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const requester = { id: world.employee.id, fullname: "Emil Employee", image: null };
  const facts = {
    id,
    family: "finance",
    type: "purchase",
    status: "paid",
    version: 3,
    requester,
    number: "PUR-1",
    title: "PUR-1 Chairs",
  } as const;
  const say = (emit: (tx: Tx) => void) => () => world.tx(async (tx) => emit(tx));
  const to = userStream(world.employee.id);
  expect(
    await notifiedDuring(
      say((tx) => tx.emit("request.paid", to, { ...facts, date: "2026-11-20", reference: "SEPA 7" })),
    ),
  ).toEqual(["employee: request.paid: Paid on 20 Nov 2026: PUR-1 Chairs"]);
  expect(
    await notifiedDuring(say((tx) => tx.emit("request.payment_reversed", to, { ...facts, status: "approved" }))),
  ).toEqual(["employee: request.paymentReversed: Payment reversed: PUR-1 Chairs"]);
  expect(await notifiedDuring(say((tx) => tx.emit("request.archived", to, facts)))).toEqual([
    "employee: request.archived: Your request was archived: PUR-1 Chairs",
  ]);
});

test("two requests create two notifications; a repeated event creates none", async () => {
  const { ask, world } = await setup();
  const mark = server.published.length;
  requireOk(await ask(workingWeek(1)));
  requireOk(await ask(workingWeek(2)));
  const events = world.events(mark);
  await consumeEvents(world, events);
  await consumeEvents(world, events);
  const { data } = requireOk(await world.api(world.manager).get("/notification?about=requests")).body;
  expect(data.map(({ data: { kind, count, path } }: never) => [kind, count, path])).toHaveLength(2);
  const mails = await world.tx((tx) =>
    tx.rows<{ count: number }>({
      name: "",
      text: "SELECT count(*)::int AS count FROM notification_delivery WHERE tenant_id = current_tenant() AND channel = 'mail'",
    }),
  );
  expect(mails).toEqual([{ count: 2 }]);
});

test("users who turned off the topic get no notifications", async () => {
  const { ask, notifiedDuring, manager } = await setup();
  requireOk(
    await manager.put("/notification/settings", { topics: { decide: { in_app: false, email: "off", push: false } } }),
  );
  expect(await notifiedDuring(() => ask(workingWeek(1)))).toEqual([]);
});

test("a deleted comment is removed from notifications; other comments stay", async () => {
  const { ask, employee, manager, notifiedDuring, world } = await setup();
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const say = (comment: string) => employee.post(`/approvals/request/${id}/comment`, { comment });
  const ids: number[] = [];
  await notifiedDuring(async () => {
    for (const words of [`SALARY-LEAK-123 ${"and more ".repeat(20)}`, "SALARY is no secret"])
      ids.push(requireOk(await say(words)).body.data.id);
  });
  const stored = async (word: string) => {
    const [row] = await server.owner.query<{ n: number }[]>(
      `SELECT ((SELECT count(*) FROM notification_event WHERE tenant_id = $1 AND "values"::text LIKE $2)
             + (SELECT count(*) FROM notification WHERE tenant_id = $1 AND "values"::text LIKE $2)
             + (SELECT count(*) FROM domain_event WHERE tenant_id = $1 AND data::text LIKE $2))::int AS n`,
      [world.tenantId, `%${word}%`],
    );
    return row?.n;
  };
  expect(await stored("LEAK")).toBeGreaterThan(0);
  const others = await stored("no secret");
  requireOk(await employee.delete(`/approvals/comment/${ids[0]}`));
  expect([await stored("LEAK"), await stored("no secret")]).toEqual([0, others]);
  expect(requireOk(await manager.get("/notification")).text).not.toContain("LEAK");
});
