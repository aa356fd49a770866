import { LeaveTypeEntity } from "../../server/requests/leave/types/leave.entity";
import {
  reserveStorageKey,
  removeIfOrphaned,
  sweepOrphanedFiles,
} from "../../server/platform/files/orphaned-files.service";
import { type Tx, unnamedSql } from "../../server/platform/database/unit-of-work";
import { registrationsPerDay } from "../../server/identity/session/register.service";
import { createDigests } from "../../workers/communication/notifications/digests";
import { remindOfTasks } from "../../workers/communication/notifications/reminders";
import { claimDeliveries } from "../../workers/communication/notifications/deliveries.sql";
import { uploadAttachment } from "../work/attachments/attachments";
import { leaveTypeOf } from "../requests/leave/leave.records";
import { consumeEvents, runWorkerAfter } from "../communication/notifications/worker";
import { secondFactorSteps } from "../identity/session/second-factor-steps";
import { png } from "../support/sample-files";
import { testServer } from "../support/server";
import { newBoard, requireOk } from "../work/tasks/board";
import { changeStatement, runInsideLockGap, expectNotBlocked } from "./lock-gap";

const server = testServer();
const { withPasskey } = secondFactorSteps(server);
const count = async (tx: Tx, text: string, ...values: unknown[]) =>
  (await tx.one<{ n: number }>(unnamedSql(`SELECT count(*)::int AS n FROM ${text}`), values))?.n;

describe("concurrent account changes", () => {
  test("a passkey deleted during sign-in is refused", async () => {
    const world = await server.world();
    const { key } = await withPasskey(world, world.employee);
    const { data } = requireOk(await world.api().post("/auth/login/passkey/options")).body;
    const signIn = () => world.api().post("/auth/login/passkey", { token: data.token, passkey: key.get(data.options) });
    const deletePasskey = changeStatement(
      "DELETE FROM passkey WHERE tenant_id = current_tenant() AND user_id = $1",
      world.employee.id,
    );
    expect((await runInsideLockGap(server, world, [deletePasskey], signIn)).body.code).toBe("session.passkeyUnknown");
  });

  test("concurrent registrations can't exceed the daily limit", async () => {
    const world = await server.world();
    const others = [
      changeStatement("SELECT pg_advisory_xact_lock(hashtextextended('registration ' || current_tenant()::text, 0))"),
      changeStatement(
        `INSERT INTO registration (tenant_id, email, fullname, token_hash)
         SELECT current_tenant(), 'a' || n || '@x.test', 'A', sha256(n::text::bytea) FROM generate_series(1, $1::int) AS n`,
        registrationsPerDay,
      ),
    ];
    const body = { email: `one@${world.host}`, fullname: "One" };
    expect(
      (await runInsideLockGap(server, world, others, () => world.api().post("/users/register", body))).status,
    ).toBe(429);
  });

  test("a leave type archived concurrently isn't archived again", async () => {
    const world = await server.world();
    const { id } = await world.tx((tx) => tx.repo(LeaveTypeEntity).insert(leaveTypeOf("Annual")));
    const archived = changeStatement(
      "UPDATE leave_type SET active = false, version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
      id,
    );
    const archive = () => world.api(world.hr).put(`/leave/leave-type/${id}/archive`);
    requireOk(await runInsideLockGap(server, world, [archived], archive));
    expect((await world.tx((tx) => tx.repo(LeaveTypeEntity).findOne({ id })))?.version).toBe(2);
  });
});

describe("concurrent file changes", () => {
  test("an unreferenced file that is saved concurrently isn't deleted", async () => {
    const world = await server.world();
    const key = await world.tx(reserveStorageKey);
    const settled = changeStatement(
      "DELETE FROM loose_file WHERE tenant_id = current_tenant() AND storage_key = $1",
      key,
    );
    const remove = jest.fn();
    await runInsideLockGap(server, world, [settled], () => removeIfOrphaned(world.tx, { remove } as never, key));
    expect(remove).not.toHaveBeenCalled();
  });

  test("a sweep skips files locked by another sweep", async () => {
    const world = await server.world();
    const key = await world.tx(reserveStorageKey);
    await world.tx(changeStatement("UPDATE loose_file SET due = now() WHERE tenant_id = current_tenant()"));
    const sweeping = changeStatement(
      "SELECT FROM loose_file WHERE tenant_id = current_tenant() AND storage_key = $1 FOR UPDATE",
      key,
    );
    const remove = jest.fn();
    expect(
      await expectNotBlocked(server, world, sweeping, () => sweepOrphanedFiles(world.tx, { remove } as never)),
    ).toBe(0);
    expect(remove).not.toHaveBeenCalled();
  });

  test("a rename after a concurrent rename emits the attachment's actual old title", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const task = board.tasks[0]?.[0] as number;
    const { id } = requireOk(await uploadAttachment(board.member, task, { bytes: png() })).body.data;
    const renamed = changeStatement(
      "UPDATE task_attachment SET title = 'Second' WHERE tenant_id = current_tenant() AND id = $1",
      id,
    );
    const mark = server.published.length;
    requireOk(
      await runInsideLockGap(server, world, [renamed], () =>
        board.member.patch(`/tasks/attachments/${id}`, { title: "Third" }),
      ),
    );
    expect(world.events(mark).map(({ event }) => event.data)).toMatchObject([
      { title: "Third", before: { title: "Second" } },
    ]);
  });
});

describe("concurrent time tracking", () => {
  const day = "2026-11-18";

  test("a time entry changed concurrently isn't overwritten", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const entry = { task_id: board.tasks[0]?.[0], date: day, hours: 1, minutes: 0 };
    const { id, version } = requireOk(await board.member.post("/time-entry", entry)).body.data;
    const changed = changeStatement(
      "UPDATE time_entry SET note = 'Mine', version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
      id,
    );
    const edit = () => board.member.put(`/time-entry/${id}`, { ...entry, hours: 2, version });
    expect((await runInsideLockGap(server, world, [changed], edit)).status).toBe(409);
  });

  test.each([
    ["is deleted", "DELETE FROM time_entry", [404, "notFound"]],
    ["moves to another day", "UPDATE time_entry SET date = date - 1", [409, "time.stale"]],
  ])("an entry that %s concurrently can't be changed or deleted", async (_, statement, refused) => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const entry = { task_id: board.tasks[0]?.[0], date: day, hours: 1, minutes: 0 };
    for (const call of ["put", "delete"] as const) {
      const { id } = requireOk(await board.member.post("/time-entry", entry)).body.data;
      const deleteEntry = changeStatement(`${statement} WHERE tenant_id = current_tenant() AND id = $1`, id);
      const mark = server.published.length;
      const answer = await runInsideLockGap(server, world, [deleteEntry], () =>
        call === "put"
          ? board.member.put(`/time-entry/${id}`, { ...entry, hours: 2 })
          : board.member.delete(`/time-entry/${id}`),
      );
      expect([answer.status, answer.body.code]).toEqual(refused);
      expect(world.events(mark)).toEqual([]);
    }
  });

  test("a timer stopped twice concurrently is logged once", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    requireOk(await board.member.post("/timer/start", { task_id: board.tasks[0]?.[0] }));
    const stopped = changeStatement(
      "DELETE FROM timer WHERE tenant_id = current_tenant() AND user_id = $1",
      world.employee.id,
    );
    const answer = await runInsideLockGap(server, world, [stopped], () => board.member.post("/timer/stop", {}));
    expect(answer.body.code).toBe("timer.notRunning");
  });

  test("a timer doesn't add to an entry that concurrently gets a note", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const task = board.tasks[0]?.[0] as number;
    requireOk(await board.member.post("/timer/start", { task_id: task }));
    const set = "UPDATE timer SET started_at = now() - interval '26 hours' WHERE tenant_id = current_tenant()";
    await world.tx(changeStatement(set));
    const days = unnamedSql(
      `INSERT INTO time_entry (tenant_id, task_id, user_id, date, minutes)
       SELECT tenant_id, $1, user_id, (started_at + n * interval '1 day')::date, 1
       FROM timer, generate_series(0, 1) AS n WHERE tenant_id = current_tenant()`,
    );
    await world.tx((tx) => tx.rows(days, [task]));
    const noted = changeStatement(
      "UPDATE time_entry SET note = 'Mine' WHERE tenant_id = current_tenant() AND task_id = $1",
      task,
    );
    requireOk(await runInsideLockGap(server, world, [noted], () => board.member.post("/timer/stop", {})));
    expect(
      await world.tx((tx) => count(tx, "time_entry WHERE note = 'Mine' AND minutes = 1 AND task_id = $1", task)),
    ).toBe(2);
  });
});

describe("concurrent notifications", () => {
  test("a notification quotes the current text of a concurrently changed comment", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const task = board.tasks[0]?.[0] as number;
    requireOk(await board.owner.post(`/task/${task}`, { users: [world.employee.id] }));
    const mark = server.published.length;
    const { id } = requireOk(await board.owner.post("/comments", { task_id: task, comment: "The secret" })).body.data;
    const events = world.events(mark);
    const changed = changeStatement(
      "UPDATE comment SET body = '<p>Nothing</p>' WHERE tenant_id = current_tenant() AND id = $1",
      id,
    );
    await runInsideLockGap(server, world, [changed], () => consumeEvents(world, events));
    const text = await world.tx((tx) =>
      tx.rows<{ values: unknown }>(unnamedSql(`SELECT "values" FROM notification WHERE tenant_id = current_tenant()`)),
    );
    expect(text.length).toBeGreaterThan(0);
    expect(JSON.stringify(text)).not.toContain("secret");
  });

  test("a comment deleted concurrently isn't quoted", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const task = board.tasks[0]?.[0] as number;
    requireOk(await board.owner.post(`/task/${task}`, { users: [world.employee.id] }));
    const mark = server.published.length;
    const { id } = requireOk(await board.owner.post("/comments", { task_id: task, comment: "The secret" })).body.data;
    const events = world.events(mark);
    const deleted = changeStatement(
      "UPDATE comment SET deleted_at = now(), deleted_by = author_id WHERE tenant_id = current_tenant() AND id = $1",
      id,
    );
    await runInsideLockGap(server, world, [deleted], () => consumeEvents(world, events));
    expect(await world.tx((tx) => count(tx, "notification WHERE kind = 'comment.created'"))).toBe(0);
  });

  test("a reminder sent by another worker isn't sent again", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [0, 0, 0] });
    const { id } = await board.add(board.columns[0], { due_date: "2031-03-04", users: [world.employee.id] });
    const noted = changeStatement(
      "INSERT INTO task_reminder (tenant_id, task_id, user_id, due_date) VALUES (current_tenant(), $1, $2, '2031-03-04')",
      id,
      world.employee.id,
    );
    const now = new Date("2031-03-03T12:00:00Z");
    const again = () => remindOfTasks(server.platform.unitOfWork, world.tenantId, now);
    expect(await runInsideLockGap(server, world, [noted], again)).toBe(0);
  });

  test("a digest created by another worker isn't created again", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const task = board.tasks[0]?.[0] as number;
    await runWorkerAfter(server, world, () => board.owner.post(`/task/${task}`, { users: [world.employee.id] }));
    await world.tx(changeStatement("UPDATE notification SET digest = 'daily' WHERE tenant_id = current_tenant()"));
    const insertDigests = changeStatement(
      `INSERT INTO notification_digest (tenant_id, user_id, cadence, period)
       SELECT current_tenant(), $1, 'daily', (now() + n * interval '1 day')::date FROM generate_series(0, 3) AS n`,
      world.employee.id,
    );
    const later = new Date(Date.now() + 2 * 86_400_000);
    const again = () => createDigests(server.platform.unitOfWork, world.tenantId, later);
    expect(await runInsideLockGap(server, world, [insertDigests], again)).toBe(0);
  });

  test("a worker skips deliveries locked by another worker", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const task = board.tasks[0]?.[0] as number;
    await runWorkerAfter(server, world, () => board.owner.post(`/task/${task}`, { users: [world.employee.id] }));
    await world.tx(
      changeStatement("UPDATE notification_delivery SET due_at = now() WHERE tenant_id = current_tenant()"),
    );
    const lockDeliveries = changeStatement(
      "SELECT FROM notification_delivery WHERE tenant_id = current_tenant() FOR UPDATE",
    );
    const take = () =>
      world.tx((tx) => tx.rows(claimDeliveries, ["0b5ff31e-6f0c-4c4b-9d52-3a2d4ac8f4c1", 45, 10, "mail", 0]));
    expect(await expectNotBlocked(server, world, lockDeliveries, take)).toEqual([]);
    expect((await take()).length).toBeGreaterThan(0);
  });
});
