import { LeaveTypeEntity } from "../../server/leave/leave.entity";
import { noteKey, removeIfLoose, sweepLooseFiles } from "../../server/files/loose-files.service";
import { type Tx, unnamed } from "../../server/platform/database/unit-of-work";
import { registrationsPerDay } from "../../server/session/register.service";
import { makeDigests } from "../../workers/notifications/digests";
import { remind } from "../../workers/notifications/reminders";
import { claim } from "../../workers/notifications/deliveries.sql";
import { attach } from "../attachments/attachments";
import { leaveTypeOf } from "../factories/records.leave";
import { consume, worked } from "../notifications/worker";
import { factorsOn } from "../session/factors";
import { png } from "../support/sample-files";
import { testServer } from "../support/server";
import { newBoard, ok } from "../tasks/board";
import { change, inTheGap, passesBy } from "./gap";

const server = testServer();
const { withPasskey } = factorsOn(server);
const count = async (tx: Tx, text: string, ...values: unknown[]) =>
  (await tx.one<{ n: number }>(unnamed(`SELECT count(*)::int AS n FROM ${text}`), values))?.n;

describe("accounts", () => {
  test("a passkey that is taken away this moment signs nobody in", async () => {
    const world = await server.world();
    const { key } = await withPasskey(world, world.employee);
    const { data } = ok(await world.api().post("/auth/login/passkey/options")).body;
    const signIn = () => world.api().post("/auth/login/passkey", { token: data.token, passkey: key.get(data.options) });
    const gone = change("DELETE FROM passkey WHERE tenant_id = current_tenant() AND user_id = $1", world.employee.id);
    expect((await inTheGap(server, world, [gone], signIn)).body.code).toBe("session.passkeyUnknown");
  });

  test("the last registration of a day is one person's", async () => {
    const world = await server.world();
    const others = [
      change("SELECT pg_advisory_xact_lock(hashtextextended('registration ' || current_tenant()::text, 0))"),
      change(
        `INSERT INTO registration (tenant_id, email, fullname, token_hash)
         SELECT current_tenant(), 'a' || n || '@x.test', 'A', sha256(n::text::bytea) FROM generate_series(1, $1::int) AS n`,
        registrationsPerDay,
      ),
    ];
    const body = { email: `one@${world.host}`, fullname: "One" };
    expect((await inTheGap(server, world, others, () => world.api().post("/users/register", body))).status).toBe(429);
  });

  test("a leave type that is archived this moment isn't archived again", async () => {
    const world = await server.world();
    const { id } = await world.tx((tx) => tx.repo(LeaveTypeEntity).insert(leaveTypeOf("Annual")));
    const archived = change(
      "UPDATE leave_type SET active = false, version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
      id,
    );
    const archive = () => world.api(world.hr).put(`/leave/leave-type/${id}/archive`);
    ok(await inTheGap(server, world, [archived], archive));
    expect((await world.tx((tx) => tx.repo(LeaveTypeEntity).findOne({ id })))?.version).toBe(2);
  });
});

describe("files", () => {
  test("bytes that a row comes to name this moment stay", async () => {
    const world = await server.world();
    const key = await world.tx(noteKey);
    const settled = change("DELETE FROM loose_file WHERE tenant_id = current_tenant() AND storage_key = $1", key);
    const remove = jest.fn();
    await inTheGap(server, world, [settled], () => removeIfLoose(world.tx, { remove } as never, key));
    expect(remove).not.toHaveBeenCalled();
  });

  test("what one sweep removes is left alone by another", async () => {
    const world = await server.world();
    const key = await world.tx(noteKey);
    await world.tx(change("UPDATE loose_file SET due = now() WHERE tenant_id = current_tenant()"));
    const sweeping = change(
      "SELECT FROM loose_file WHERE tenant_id = current_tenant() AND storage_key = $1 FOR UPDATE",
      key,
    );
    const remove = jest.fn();
    expect(await passesBy(server, world, sweeping, () => sweepLooseFiles(world.tx, { remove } as never))).toBe(0);
    expect(remove).not.toHaveBeenCalled();
  });

  test("an attachment that gets another name this moment was called that before it gets the next", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const task = board.tasks[0]?.[0] as number;
    const { id } = ok(await attach(board.member, task, { bytes: png() })).body.data;
    const renamed = change(
      "UPDATE task_attachment SET title = 'Second' WHERE tenant_id = current_tenant() AND id = $1",
      id,
    );
    const mark = server.published.length;
    ok(
      await inTheGap(server, world, [renamed], () =>
        board.member.patch(`/tasks/attachments/${id}`, { title: "Third" }),
      ),
    );
    expect(world.events(mark).map(({ event }) => event.data)).toMatchObject([
      { title: "Third", before: { title: "Second" } },
    ]);
  });
});

describe("time", () => {
  const day = "2026-11-18";

  test("an entry that somebody changes this moment isn't overwritten", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const entry = { task_id: board.tasks[0]?.[0], date: day, hours: 1, minutes: 0 };
    const { id, version } = ok(await board.member.post("/time-entry", entry)).body.data;
    const changed = change(
      "UPDATE time_entry SET note = 'Mine', version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
      id,
    );
    const edit = () => board.member.put(`/time-entry/${id}`, { ...entry, hours: 2, version });
    expect((await inTheGap(server, world, [changed], edit)).status).toBe(409);
  });

  test.each([
    ["is deleted", "DELETE FROM time_entry", [404, "notFound"]],
    ["moves to another day", "UPDATE time_entry SET date = date - 1", [409, "time.stale"]],
  ])("an entry that %s this moment is neither changed nor deleted", async (_, statement, refused) => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const entry = { task_id: board.tasks[0]?.[0], date: day, hours: 1, minutes: 0 };
    for (const call of ["put", "delete"] as const) {
      const { id } = ok(await board.member.post("/time-entry", entry)).body.data;
      const gone = change(`${statement} WHERE tenant_id = current_tenant() AND id = $1`, id);
      const mark = server.published.length;
      const answer = await inTheGap(server, world, [gone], () =>
        call === "put"
          ? board.member.put(`/time-entry/${id}`, { ...entry, hours: 2 })
          : board.member.delete(`/time-entry/${id}`),
      );
      expect([answer.status, answer.body.code]).toEqual(refused);
      expect(world.events(mark)).toEqual([]);
    }
  });

  test("a timer that is stopped this moment is written down once", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    ok(await board.member.post("/timer/start", { task_id: board.tasks[0]?.[0] }));
    const stopped = change("DELETE FROM timer WHERE tenant_id = current_tenant() AND user_id = $1", world.employee.id);
    const answer = await inTheGap(server, world, [stopped], () => board.member.post("/timer/stop", {}));
    expect(answer.body.code).toBe("timer.notRunning");
  });

  test("an entry that gets a note this moment isn't what a timer adds to", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const task = board.tasks[0]?.[0] as number;
    ok(await board.member.post("/timer/start", { task_id: task }));
    const set = "UPDATE timer SET started_at = now() - interval '26 hours' WHERE tenant_id = current_tenant()";
    await world.tx(change(set));
    const days = unnamed(
      `INSERT INTO time_entry (tenant_id, task_id, user_id, date, minutes)
       SELECT tenant_id, $1, user_id, (started_at + n * interval '1 day')::date, 1
       FROM timer, generate_series(0, 1) AS n WHERE tenant_id = current_tenant()`,
    );
    await world.tx((tx) => tx.rows(days, [task]));
    const noted = change(
      "UPDATE time_entry SET note = 'Mine' WHERE tenant_id = current_tenant() AND task_id = $1",
      task,
    );
    ok(await inTheGap(server, world, [noted], () => board.member.post("/timer/stop", {})));
    expect(
      await world.tx((tx) => count(tx, "time_entry WHERE note = 'Mine' AND minutes = 1 AND task_id = $1", task)),
    ).toBe(2);
  });
});

describe("notifications", () => {
  test("quote a comment as it stands when it is changed this moment", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const task = board.tasks[0]?.[0] as number;
    ok(await board.owner.post(`/task/${task}`, { users: [world.employee.id] }));
    const mark = server.published.length;
    const { id } = ok(await board.owner.post("/comments", { task_id: task, comment: "The secret" })).body.data;
    const events = world.events(mark);
    const changed = change(
      "UPDATE comment SET body = '<p>Nothing</p>' WHERE tenant_id = current_tenant() AND id = $1",
      id,
    );
    await inTheGap(server, world, [changed], () => consume(world, events));
    const text = await world.tx((tx) =>
      tx.rows<{ values: unknown }>(unnamed(`SELECT "values" FROM notification WHERE tenant_id = current_tenant()`)),
    );
    expect(text.length).toBeGreaterThan(0);
    expect(JSON.stringify(text)).not.toContain("secret");
  });

  test("a reminder that another worker writes down this moment isn't sent again", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [0, 0, 0] });
    const { id } = await board.add(board.columns[0], { due_date: "2031-03-04", users: [world.employee.id] });
    const noted = change(
      "INSERT INTO task_reminder (tenant_id, task_id, user_id, due_date) VALUES (current_tenant(), $1, $2, '2031-03-04')",
      id,
      world.employee.id,
    );
    const now = new Date("2031-03-03T12:00:00Z");
    const again = () => remind(server.platform.unitOfWork, world.tenantId, now);
    expect(await inTheGap(server, world, [noted], again)).toBe(0);
  });

  test("a digest that another worker makes this moment isn't made again", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const task = board.tasks[0]?.[0] as number;
    await worked(server, world, () => board.owner.post(`/task/${task}`, { users: [world.employee.id] }));
    await world.tx(change("UPDATE notification SET digest = 'daily' WHERE tenant_id = current_tenant()"));
    const made = change(
      `INSERT INTO notification_digest (tenant_id, user_id, cadence, period)
       SELECT current_tenant(), $1, 'daily', (now() + n * interval '1 day')::date FROM generate_series(0, 3) AS n`,
      world.employee.id,
    );
    const later = new Date(Date.now() + 2 * 86_400_000);
    const again = () => makeDigests(server.platform.unitOfWork, world.tenantId, later);
    expect(await inTheGap(server, world, [made], again)).toBe(0);
  });

  test("what one worker sends is left alone by another", async () => {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const task = board.tasks[0]?.[0] as number;
    await worked(server, world, () => board.owner.post(`/task/${task}`, { users: [world.employee.id] }));
    await world.tx(change("UPDATE notification_delivery SET due_at = now() WHERE tenant_id = current_tenant()"));
    const sending = change("SELECT FROM notification_delivery WHERE tenant_id = current_tenant() FOR UPDATE");
    const take = () => world.tx((tx) => tx.rows(claim, ["0b5ff31e-6f0c-4c4b-9d52-3a2d4ac8f4c1", 45, 10, "mail", 0]));
    expect(await passesBy(server, world, sending, take)).toEqual([]);
    expect((await take()).length).toBeGreaterThan(0);
  });
});
