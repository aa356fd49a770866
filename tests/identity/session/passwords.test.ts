import { UserEntity } from "../../../server/people/people/user.entity";
import { hashPassword } from "../../../server/platform/password-hash";
import { maxPasswordChangesPerHour } from "../../../server/identity/session/password.service";
import { type Tx, unnamedSql } from "../../../server/platform/database/unit-of-work";
import { type LimitedAttempt, lockAttempts } from "../../../server/identity/session/throttle";
import { mailsTo } from "../../support/mails";
import { runWhileLocked } from "../../support/serialized";
import { testServer } from "../../support/server";
import { waitUntil } from "../../support/wait-until";
import { password, type World } from "../../support/world";

const server = testServer();
const ascending = (a: number, b: number) => a - b;
const fresh = "Fresh1234";

const change = (world: World, who: World["employee"], from: string, to: string) =>
  world.api(who).put("/user/password", { current_password: from, password: to, password_confirmation: to });

async function resetToken(world: World, email: string, nth = 1): Promise<string> {
  await world.api().post("/auth/reset/password/sendtoken", { email });
  const mails = await mailsTo(server, email, nth);
  return /token=([\w-]+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "none";
}

const reset = (world: World, email: string, token: string, to: string) =>
  world.api().post("/auth/reset/password/change", { token, email, password: to, password_confirmation: to });

const login = (world: World, email: string, secret: string) =>
  world.api().post("/auth/login", { email, password: secret });

describe("refused password changes", () => {
  test.each([
    ["short", "Aa1"],
    ["without a capital", "lowercase1"],
    ["without a small letter", "UPPERCASE1"],
    ["without a number", "NoNumbers"],
  ])("a password that is %s is refused", async (_, bad) => {
    const world = await server.world();
    const answer = await change(world, world.employee, password, bad);
    expect(answer.status).toBe(422);
    expect(answer.body.errors.password).toEqual(["Password doesn't meet the criteria"]);
  });

  test("a password confirmation that differs is refused", async () => {
    const { api, employee } = await server.world();
    const body = { current_password: password, password: fresh, password_confirmation: `${fresh}!` };
    const answer = await api(employee).put("/user/password", body);
    expect(answer.body.errors).toEqual({ password_confirmation: ["Passwords do not match."] });
  });

  test("a wrong current password gets 422, and 429 after ten attempts", async () => {
    const world = await server.world();
    for (let n = 0; n < 10; n++) {
      const answer = await change(world, world.employee, "Wrong1234", fresh);
      expect(answer.body.errors).toEqual({ current_password: ["The current password is incorrect."] });
    }
    expect((await change(world, world.employee, password, fresh)).status).toBe(429);
  });

  test("the current and the last five passwords are refused", async () => {
    const world = await server.world();
    const passwords = [password, ...Array.from({ length: 5 }, (_, n) => `Another${n}x`)];
    expect((await change(world, world.employee, password, password)).body.code).toBe("session.passwordReused");
    for (let n = 1; n < passwords.length; n++) {
      expect((await change(world, world.employee, passwords[n - 1] as string, passwords[n] as string)).status).toBe(
        200,
      );
    }
    const present = passwords.at(-1) as string;
    for (const old of passwords.slice(1)) {
      const answer = await change(world, world.employee, present, old);
      expect(answer.body.errors).toEqual({ password: ["Please choose a password you have not used before."] });
    }
    expect((await change(world, world.employee, present, password)).status).toBe(200); // the sixth last password is allowed again
  });
});

describe("changing the password", () => {
  test("changing the password ends all other sessions with events", async () => {
    const world = await server.world();
    const { api, employee } = world;
    const other = await world.signIn(employee);
    const mark = server.published.length;
    expect((await change(world, employee, password, fresh)).status).toBe(200);
    expect((await api(employee).get("/auth/user")).status).toBe(200);
    expect((await api({ ...employee, ...other }).get("/auth/user")).status).toBe(401);
    const [ended] = world.events(mark);
    expect(ended).toMatchObject({
      stream: `user:${employee.id}`,
      event: { type: "session.ended", data: { session_ids: [other.sessionId] } },
    });
    expect((await login(world, employee.email, password)).status).toBe(422);
    expect((await login(world, employee.email, fresh)).status).toBe(200);
  });

  test("twenty password changes per hour and user are allowed", async () => {
    const world = await server.world();
    const { employee, manager } = world;
    for (let n = 0; n < maxPasswordChangesPerHour; n++) {
      expect((await change(world, employee, password, password)).body.code).toBe("session.passwordReused");
    }
    const refused = await change(world, employee, password, fresh);
    expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect((await change(world, manager, password, fresh)).status).toBe(200);
  });

  test("two concurrent password changes: the second gets 409", async () => {
    const world = await server.world();
    const { employee } = world;
    // Both calls have verified the old password before either sets a new one.
    const account = unnamedSql("SELECT FROM app_user WHERE id = $1 FOR UPDATE");
    const answers = await runWhileLocked(server, world, (tx) => tx.rows(account, [employee.id]), [
      () => change(world, employee, password, "First1234"),
      () => change(world, employee, password, "Second1234"),
    ]);
    expect(answers.map((answer) => answer.status).sort(ascending)).toEqual([200, 409]);
  });
});

test("a password changed while it is being verified can't sign in", async () => {
  const world = await server.world();
  const { employee } = world;
  const attempt: LimitedAttempt = { purpose: "login", account: employee.email, address: "127.0.0.1" };
  const passwordHash = await hashPassword(fresh, "program");
  // The password was valid when verification began; the change commits before the result is recorded.
  const changes = async (tx: Tx) => {
    await lockAttempts(tx, attempt);
    await tx.repo(UserEntity).update({ id: employee.id }, { passwordHash });
  };
  const [answer] = await runWhileLocked(server, world, changes, [() => login(world, employee.email, password)]);
  expect([answer?.status, answer?.body.code]).toEqual([422, "session.wrongCredentials"]);
  expect((await login(world, employee.email, fresh)).status).toBe(200);
});

describe("refused password resets", () => {
  test("requesting a reset gives the same response for unknown accounts", async () => {
    const world = await server.world();
    const existingAnswer = await world.api().post("/auth/reset/password/sendtoken", { email: world.employee.email });
    const unknownAnswer = await world.api().post("/auth/reset/password/sendtoken", { email: `nobody@${world.host}` });
    expect(existingAnswer.status).toBe(200);
    expect(unknownAnswer.status).toBe(200);
    expect(unknownAnswer.body).toEqual(existingAnswer.body);
    expect(await mailsTo(server, world.employee.email)).toHaveLength(1);
    expect(await mailsTo(server, `nobody@${world.host}`, 0)).toHaveLength(0);
  });

  test("an inactive account gets no reset link", async () => {
    const world = await server.world();
    const off = await world.person("employee", { active: false });
    await world.api().post("/auth/reset/password/sendtoken", { email: off.email });
    await resetToken(world, world.employee.email); // this mail arrives, so an earlier one would have arrived too
    expect(await mailsTo(server, off.email, 0)).toHaveLength(0);
  });

  test("wrong, used, expired and other users' reset tokens get 422", async () => {
    const [world, elsewhere] = [await server.world(), await server.world()];
    const { employee, manager } = world;
    const token = await resetToken(world, employee.email);
    const refused = async (answer: ReturnType<typeof reset>) => {
      expect((await answer).status).toBe(422);
      expect((await answer).body).toMatchObject({
        code: "session.resetTokenInvalid",
        message: expect.stringMatching(/no longer valid.+request a new link.+send the invitation again/),
      });
    };
    await refused(reset(world, employee.email, "none", fresh));
    await refused(reset(world, employee.email, `${token.slice(0, -1)}-`, fresh));
    await refused(reset(world, manager.email, token, fresh));
    await refused(reset(elsewhere, employee.email, token, fresh));
    expect((await reset(world, employee.email, token, fresh)).status).toBe(200);
    await refused(reset(world, employee.email, token, "Later1234"));

    const old = await resetToken(world, manager.email);
    const age = "UPDATE password_reset SET expires_at = now() - interval '1 second' WHERE used_at IS NULL";
    await world.tx((tx) => tx.rows(unnamedSql(age)));
    await refused(reset(world, manager.email, old, fresh));
  });

  test("reusing one of the last five passwords keeps the reset link valid", async () => {
    const world = await server.world();
    const token = await resetToken(world, world.employee.email);
    expect((await reset(world, world.employee.email, token, password)).body.code).toBe("session.passwordReused");
    expect((await reset(world, world.employee.email, token, fresh)).status).toBe(200);
  });

  test("reset requests and token guesses are throttled after ten attempts", async () => {
    const world = await server.world();
    const { employee, manager } = world;
    for (let n = 0; n < 10; n++) await world.api().post("/auth/reset/password/sendtoken", { email: employee.email });
    const answer = await world.api().post("/auth/reset/password/sendtoken", { email: employee.email });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(800);
    for (let n = 0; n < 10; n++) await reset(world, manager.email, `guess${n}`, fresh);
    expect((await reset(world, manager.email, "guess", fresh)).status).toBe(429);
  });

  test("attempts of strangers don't prevent a password change or reset", async () => {
    const world = await server.world();
    const { employee, manager } = world;
    for (let n = 0; n < 10; n++) await login(world, employee.email, "Wrong1234");
    expect((await login(world, employee.email, password)).status).toBe(429);
    const confirmation = await world.api(employee).post("/auth/second-factor/confirm", { password });
    expect(confirmation.status).toBe(200);
    expect((await change(world, employee, password, fresh)).status).toBe(200);
    const token = await resetToken(world, manager.email);
    const request = () => world.api().post("/auth/reset/password/sendtoken", { email: manager.email });
    for (let n = 0; n < 10; n++) await request();
    expect((await request()).status).toBe(429);
    expect((await reset(world, manager.email, token, fresh)).status).toBe(200);
  });
});

describe("resetting the password", () => {
  test("a reset ends all sessions, voids other links and resets the throttle", async () => {
    const world = await server.world();
    const { api, employee } = world;
    const first = await resetToken(world, employee.email, 1);
    const second = await resetToken(world, employee.email, 2);
    for (let n = 0; n < 10; n++) await login(world, employee.email, "Wrong1234");
    expect((await login(world, employee.email, password)).status).toBe(429);

    const mark = server.published.length;
    expect((await reset(world, employee.email, second, fresh)).status).toBe(200);
    expect((await api(employee).get("/auth/user")).status).toBe(401);
    expect(world.events(mark)[0]?.event).toMatchObject({
      type: "session.ended",
      data: { session_ids: [employee.sessionId] },
    });
    expect((await login(world, employee.email, fresh)).status).toBe(200);
    expect((await reset(world, employee.email, first, "Other1234")).status).toBe(422);
  });

  test("the reset mail links to the tenant's host, in the user's language", async () => {
    const world = await server.world();
    const { api, employee, host, tenantId } = world;
    await api(employee).patch("/auth/user/settings", { language: "ar" });
    const token = await resetToken(world, employee.email);
    const [mail] = await mailsTo(server, employee.email);
    expect(mail?.text).toContain(
      `http://${host}:1337/reset-password?token=${token}&email=${encodeURIComponent(employee.email)}`,
    );
    expect(mail?.subject).toBe("تعيين كلمة مرور جديدة");
    const rows = await server.owner.query("SELECT r::text AS all FROM password_reset r WHERE tenant_id = $1", [
      tenantId,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    const events = await server.owner.query("SELECT data::text FROM domain_event WHERE tenant_id = $1", [tenantId]);
    expect(JSON.stringify(events)).not.toContain(token);
  });

  test("a reset locks the user before the link", async () => {
    const world = await server.world();
    const { employee } = world;
    const token = await resetToken(world, employee.email);
    const waiting = unnamedSql(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`,
    );
    const [answer] = await world.tx(async (tx) => {
      await tx.rows(unnamedSql("SELECT FROM app_user WHERE id = $1 FOR UPDATE"), [employee.id]);
      const pending = reset(world, employee.email, token, fresh);
      await waitUntil("the reset waits for the user", async () => (await tx.rows(waiting)).length > 0);
      // Another password change holds the user and uses up all links. It would wait for the reset, and the reset for it.
      await tx.rows(unnamedSql("SELECT FROM password_reset WHERE user_id = $1 FOR UPDATE NOWAIT"), [employee.id]);
      return [pending]; // the reset ends after this transaction
    });
    expect((await answer)?.status).toBe(200);
  });

  test("of concurrent resets with the same link, one succeeds", async () => {
    const world = await server.world();
    const token = await resetToken(world, world.employee.email);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => reset(world, world.employee.email, token, `Racing${n}x`)),
    );
    expect(answers.map((answer) => answer.status).sort(ascending)).toEqual([200, 422, 422, 422, 422, 422]);
    const winner = answers.findIndex((answer) => answer.status === 200);
    expect((await login(world, world.employee.email, `Racing${winner}x`)).status).toBe(200);
  });
});
