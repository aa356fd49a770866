import { archiveBatch, beginDueRun } from "../../server/requests/finance/finance-archive.service";
import { grantAllowances } from "../../server/requests/leave/ledger/allowance.service";
import { LeaveTypeEntity } from "../../server/requests/leave/types/leave.entity";
import { endLeaveOfLeavers } from "../../server/requests/leave/requests/leaver.service";
import { decisionHeldMs } from "../../shared/approvals/approvals/approvals.undo.rules";
import { publishTenantDecisions } from "../../workers/approvals/approvals/decisions";
import { processWaitingRequests } from "../../workers/approvals/approvals/waiting";
import { requestConsumers } from "../../workers/approvals/approvals/request.consumers";
import { runConsumers } from "../../workers/platform/process-events";
import { type Tx, unnamedSql } from "../../server/platform/database/unit-of-work";
import { consumeEvents, notificationsSince } from "../communication/notifications/worker";
import { leaveTypeOf } from "../requests/leave/leave.records";
import * as finance from "../requests/finance/fixtures";
import { formsFixture, equipmentForm } from "../requests/forms/fixtures";
import * as leave from "../requests/leave/fixtures";
import { multipart } from "../support/multipart";
import { pdf } from "../support/sample-files";
import { testServer } from "../support/server";
import { requireOk } from "../work/tasks/board";
import { changeStatement, runInsideLockGap, expectNotBlocked } from "./lock-gap";

const server = testServer();
const laptop = { f1: "c1", f2: "Mine is broken" };
const cancelled = (id: number) =>
  changeStatement(
    `WITH dropped AS (UPDATE request_step SET state = 'dropped'
                      WHERE tenant_id = current_tenant() AND request_id = $1 AND state IN ('now', 'next'))
     UPDATE request SET status = 'cancelled', version = version + 1, decided_at = now()
     WHERE tenant_id = current_tenant() AND id = $1`,
    id,
  );
const released = (id: number) =>
  changeStatement("UPDATE leave_request SET live = false WHERE tenant_id = current_tenant() AND id = $1", id);
const hold = (table: string, id: number) =>
  changeStatement(`SELECT FROM ${table} WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE`, id);

describe("concurrent leave changes", () => {
  test("cancelling leave that was changed concurrently is refused as stale", async () => {
    const { world, ask, employee } = await leave.leaveFixture(await server.world());
    const { id, version } = requireOk(await ask(leave.workingWeek(1))).body.data;
    const changed = changeStatement(
      "UPDATE request SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
      id,
    );
    const cancel = () => employee.put(`/leave/leave-request/${id}/cancel`, { version });
    expect((await runInsideLockGap(server, world, [changed], cancel)).body.code).toBe("request.stale");
  });

  test("leave cancelled concurrently isn't escalated", async () => {
    const { world, ask } = await leave.leaveFixture(await server.world());
    await server.owner.query("UPDATE tenant SET weekend = '{}' WHERE id = $1", [world.tenantId]);
    const setting = { remind_after: 3, remind_unit: "hours", escalate_after: 10, escalate_unit: "hours" };
    requireOk(await world.api(world.admin).put("/approvals/setting", setting));
    const { id } = requireOk(await ask(leave.workingWeek(1))).body.data;
    const mark = server.published.length;
    const later = new Date(Date.now() + 11 * 3_600_000);
    const pass = () => processWaitingRequests(server.platform.unitOfWork, world.tenantId, later);
    await runInsideLockGap(server, world, [cancelled(id), released(id)], pass);
    expect(world.events(mark).map(({ event }) => event.type)).not.toContain("request.escalated");
  });

  test("one-time leave requested twice at the same time is granted once", async () => {
    const { world, ask, people, newType } = await leave.leaveFixture(await server.world());
    const type = await newType({ oneTime: true, canUpdateBalance: false });
    const other = [
      changeStatement(
        "SELECT FROM app_user WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
        people.employee.id,
      ),
      changeStatement(
        `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, status, sent_at)
                    VALUES (current_tenant(), 'leave', $1, $2::text, 'waiting_manager_approval', now()) RETURNING id)
         INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, days, live)
         SELECT id, current_tenant(), $1, $2::bigint, $3::date, $3::date, 1, true FROM r`,
        people.employee.id,
        type,
        leave.workingWeek(5, 1).start_date,
      ),
    ];
    const answer = await runInsideLockGap(server, world, other, () =>
      ask({ leave_type_id: type, ...leave.workingWeek(1, 1) }),
    );
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["leave_type_id"]]);
  });

  test("leave cancelled while a holiday is added isn't recalculated for the holiday", async () => {
    const { world, ask, hr, employee, type, people } = await leave.leaveFixture(await server.world());
    const { id } = requireOk(await ask(leave.workingWeek(1))).body.data;
    const add = () => hr.post("/leave/holiday", { date: leave.workingWeek(1).start_date, name: "Founders’ day" });
    requireOk(await runInsideLockGap(server, world, [cancelled(id), released(id)], add));
    const url = `/leave/balance/${people.employee.id}/ledger?leave_type_id=${type}&year=${leave.nextYear}`;
    const causes = requireOk(await employee.get(url)).body.data.map(({ cause }: { cause: string | null }) => cause);
    expect(causes).not.toContain("holiday_added");
  });

  test("leave cancelled while its employee's departure is processed isn't ended again", async () => {
    const { world, ask, people } = await leave.leaveFixture(await server.world());
    const { id } = requireOk(await ask(leave.workingWeek(1))).body.data;
    await server.owner.query("UPDATE app_user SET left_on = current_date WHERE id = $1", [people.employee.id]);
    const close = () => world.tx((tx) => endLeaveOfLeavers(tx));
    expect(await runInsideLockGap(server, world, [cancelled(id), released(id)], close)).toBe(0);
  });

  test("decisions that are being undone send no notifications", async () => {
    const { world, ask, manager } = await leave.leaveFixture(await server.world(), { hrStep: true });
    const { id } = requireOk(await ask(leave.workingWeek(1))).body.data;
    requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
    const undoing = changeStatement(
      "SELECT FROM request_decision WHERE tenant_id = current_tenant() AND request_id = $1 FOR UPDATE",
      id,
    );
    const over = new Date(Date.now() + decisionHeldMs + 1_000);
    const context = { unitOfWork: server.platform.unitOfWork, log: { warn: () => undefined } as never };
    expect(
      await expectNotBlocked(server, world, undoing, () => publishTenantDecisions(context, world.tenantId, over)),
    ).toBe(0);
  });
});

test("a request comment deleted concurrently isn't quoted in notifications", async () => {
  const { world, ask, employee, people } = await leave.leaveFixture(await server.world());
  const request = requireOk(await ask(leave.workingWeek(1))).body.data.id;
  const mark = server.published.length;
  const comment = { comment: "The secret" };
  const { id } = requireOk(await employee.post(`/approvals/request/${request}/comment`, comment)).body.data;
  const events = world.events(mark);
  const deleted = changeStatement("DELETE FROM request_comment WHERE tenant_id = current_tenant() AND id = $1", id);
  await runInsideLockGap(server, world, [deleted], () => consumeEvents(world, events));
  expect(events.map(({ stream }) => stream)).toContain(`user:${people.manager.id}`);
  expect(notificationsSince(world, mark)).toEqual([]);
});

test("a request comment deleted while it is quoted loses its excerpt", async () => {
  const { world, ask, employee } = await leave.leaveFixture(await server.world());
  const request = requireOk(await ask(leave.workingWeek(1))).body.data.id;
  const mark = server.published.length;
  const comment = { comment: "The secret" };
  const { id } = requireOk(await employee.post(`/approvals/request/${request}/comment`, comment)).body.data;
  const quote = (tx: Tx) => runConsumers(tx, requestConsumers, world.events(mark));
  requireOk(await runInsideLockGap(server, world, [quote], () => employee.delete(`/approvals/comment/${id}`)));
  const quotes = await world.tx((tx) =>
    tx.rows<{ excerpt: string }>(
      unnamedSql(
        `SELECT "values"->>'excerpt' AS excerpt FROM notification WHERE tenant_id = current_tenant() AND kind = 'request.commented'`,
      ),
    ),
  );
  expect(quotes).toEqual([{ excerpt: "…" }]);
});

describe("concurrent finance changes", () => {
  test("the archive skips requests locked by another transaction", async () => {
    const { world, paid } = await finance.financeFixture(await server.world());
    const id = await paid();
    await finance.setPaidDaysAgo(world, id, 50);
    await world.tx(beginDueRun);
    const archiveFiveRequests = () => world.tx((tx) => archiveBatch(tx, 5));
    expect(await expectNotBlocked(server, world, hold("finance_request", id), archiveFiveRequests)).toBe(false);
  });

  test("a request cancelled concurrently can't be paid", async () => {
    const { world, approved, payer } = await finance.financeFixture(await server.world());
    const id = await approved();
    const pay = () => payer.put(finance.requestUrl(id, "pay"), { reference: "TRX-1" });
    expect((await runInsideLockGap(server, world, [cancelled(id)], pay)).status).toBe(409);
  });

  test("a file of a request that is approved concurrently can't be deleted", async () => {
    const { world, ask, employee } = await finance.financeFixture(await server.world());
    const { id } = requireOk(await ask()).body.data;
    const attachment = multipart([{ name: "file", value: pdf(), filename: "invoice.pdf" }]);
    const file = requireOk(
      await employee.send({ method: "POST", url: `/approvals/request/${id}/attachment`, ...attachment }),
    ).body.data;
    const approvedNow = changeStatement(
      `WITH step AS (UPDATE request_step SET state = 'approved', decided_by = $2, decided_at = now()
                     WHERE tenant_id = current_tenant() AND request_id = $1 AND state = 'now')
       UPDATE request SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1`,
      id,
      world.manager.id,
    );
    const take = () => employee.delete(`/approvals/attachment/${file.id}`);
    expect((await runInsideLockGap(server, world, [approvedNow], take)).body.code).toBe("request.wrongState");
  });

  test("an archive run that is stopped concurrently archives nothing more", async () => {
    const { world, paid } = await finance.financeFixture(await server.world());
    const id = await paid();
    await finance.setPaidDaysAgo(world, id, 50);
    await world.tx(beginDueRun);
    const stopped = changeStatement(
      "UPDATE finance_archive_run SET stop_wanted = true WHERE tenant_id = current_tenant() AND state = 'running'",
    );
    expect(await runInsideLockGap(server, world, [stopped], () => world.tx((tx) => archiveBatch(tx, 5)))).toBe(false);
  });
});

test("saving settings and balances that are first created concurrently succeeds", async () => {
  const world = await server.world();
  const first = changeStatement("INSERT INTO finance_settings (tenant_id) VALUES (current_tenant())");
  const body = { currency: "USD", currencies: [], archive_days: 30 };
  const save = () => world.api(world.finance).put("/finance/settings", body);
  requireOk(await runInsideLockGap(server, world, [first], save));
  const type = { ...leaveTypeOf("Annual"), daysFemale: 12, daysMale: 12 };
  const { id: typeId } = await world.tx((tx) => tx.repo(LeaveTypeEntity).insert(type));
  const give = (tx: Tx) => grantAllowances(tx, { typeId });
  await runInsideLockGap(server, world, [give], () => world.tx(give));
});

test("a holiday added during an import that contains it is stored once", async () => {
  const world = await server.world();
  const added = changeStatement(
    "INSERT INTO holiday (tenant_id, date, name) VALUES (current_tenant(), $1, 'Founders’ day')",
    `${leave.nextYear}-05-04`,
  );
  const content = `Date,Name\n${leave.nextYear}-05-04,Founders’ day`;
  const read = () => world.api(world.hr).post("/leave/holiday/import", { content });
  expect(requireOk(await runInsideLockGap(server, world, [added], read)).body.data.added).toBe(0);
});

describe("concurrent form changes", () => {
  const newer = (form: number) =>
    changeStatement("UPDATE form SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1", form);

  test("saving a form that concurrently got a new version returns 409", async () => {
    const { world, publish, hr } = await formsFixture(await server.world());
    const form = await publish(equipmentForm);
    const { version } = requireOk(await hr.get(`/vas/vas-template/${form}`)).body.data;
    const save = () => hr.put(`/vas/vas-template/${form}`, { definition: equipmentForm, version });
    expect((await runInsideLockGap(server, world, [newer(form)], save)).status).toBe(409);
  });

  test("a request for a form republished concurrently isn't sent with the old version", async () => {
    const { world, publish, fill, hr } = await formsFixture(await server.world());
    const form = await publish(equipmentForm);
    requireOk(await hr.put(`/vas/vas-template/${form}`, { definition: { ...equipmentForm, title: "Other" } }));
    const published = [
      changeStatement("SELECT FROM form WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE", form),
      changeStatement(
        `INSERT INTO form_version (tenant_id, form_id, number, definition)
         SELECT tenant_id, form_id, 2, definition FROM form_version WHERE tenant_id = current_tenant() AND form_id = $1`,
        form,
      ),
      changeStatement("UPDATE form SET published = 2 WHERE tenant_id = current_tenant() AND id = $1", form),
    ];
    const send = () => fill(form, { answers: laptop, form_version: 1 });
    expect((await runInsideLockGap(server, world, published, send)).body.code).toBe("form.newVersion");
  });

  test("cancelling a form request that was changed concurrently is refused", async () => {
    const { world, publish, fill, employee } = await formsFixture(await server.world());
    const { id, version } = requireOk(await fill(await publish(equipmentForm), { answers: laptop })).body.data;
    const changed = changeStatement(
      "UPDATE request SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
      id,
    );
    const cancel = () => employee.put(`/vas/vas-request/${id}/cancel`, { version });
    expect((await runInsideLockGap(server, world, [changed], cancel)).body.code).toBe("request.stale");
  });
});
