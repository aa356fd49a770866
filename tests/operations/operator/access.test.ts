import { runOperatorCommand } from "../../../server/operations/operator/operator-command.run";
import { limits } from "../../../server/platform/limits/limits";
import { testServer } from "../../support/server";
import { password as tenantPassword } from "../../support/world";
import { operatorCalls } from "./operator-calls";
import { codeOf, operatorHost, operatorPassword, operatorSteps } from "./operator-steps";

const server = testServer();
const { api, account, signedIn, cookieOf, log } = operatorSteps(server);

const session = "/operator/session";

const closed = operatorCalls
  .map(({ method, path }) => ({ method, url: path.replace(/:\w+/g, "1") }))
  .filter(({ method, url }) => !(method === "POST" && url === session));

describe("refusals", () => {
  test("every call refuses visitors without a session", async () => {
    for (const { method, url } of closed) {
      const answer = await api().send({ method, url });
      expect([method, url, answer.status, answer.body.code]).toEqual([method, url, 401, "operator.required"]);
    }
  });

  test("sessions of administrators and of operators don't open each other's calls", async () => {
    const world = await server.world();
    const { cookie } = await signedIn();
    for (const { method, url } of closed) {
      const answer = await api({ authorization: `Bearer ${world.admin.token}` }).send({ method, url });
      expect([method, url, answer.status]).toEqual([method, url, 401]);
    }
    const asTenant = cookie.split("=")[1] as string;
    const headers = { cookie: `portal_operator=${world.admin.token}` };
    expect((await api(headers).get(session)).status).toBe(401);
    expect((await world.api({ ...world.admin, token: asTenant }).get("/auth/user")).status).toBe(401);
    const files = world.api().with({ cookie: `portal_files=${asTenant}` });
    expect((await files.get("/files/1/x.png")).status).toBe(401);
  });

  test("tenant accounts can't sign in as operators, nor operators in a tenant", async () => {
    const world = await server.world();
    const { email, secret } = await account();
    const asOperator = { email: world.admin.email, password: tenantPassword, code: codeOf(secret) };
    expect((await api().post(session, asOperator)).body.code).toBe("operator.wrong");
    const asUser = await world.api().post("/auth/login", { email, password: operatorPassword, remember: false });
    expect(asUser.body.code).toBe("session.wrongCredentials");
  });

  test("public addresses, public hosts and unknown proxies get 404, with a session too", async () => {
    const world = await server.world();
    const { cookie } = await signedIn();
    const inside = { method: "GET", url: session, headers: { cookie } } as const;
    expect((await api().send(inside)).status).toBe(200);
    const outside = [
      { ...inside, remoteAddress: "203.0.113.7" },
      { ...inside, remoteAddress: "2001:db8::7" },
      { ...inside, headers: { cookie, host: "portal.example.com" } },
      { ...inside, headers: { cookie, host: "rebind.attacker.example" } },
      { ...inside, headers: { cookie, "x-forwarded-for": "10.0.0.4" } },
    ];
    for (const request of outside) expect((await api().send(request)).status).toBe(404);
    const administrator = `Bearer ${world.admin.token}`;
    for (const { method, url } of closed) {
      const call = { method, url, headers: { cookie, authorization: administrator } };
      const fromPublic = await api().send({ ...call, remoteAddress: "203.0.113.7" });
      const toPublicHost = await api().send({ ...call, headers: { ...call.headers, host: "portal.example.com" } });
      expect([method, url, fromPublic.status, toPublicHost.status]).toEqual([method, url, 404, 404]);
    }
    for (const { method, url } of closed) {
      const call = { method: "POST", url, remoteAddress: "203.0.113.7" } as const;
      const byHeader = { ...call, headers: { cookie, "x-http-method-override": method } };
      const byForm = { ...call, headers: { cookie }, payload: { _method: method, email: "a@b.test" } };
      for (const overriding of [byHeader, byForm]) {
        const answer = await api().send(overriding);
        expect([method, url, answer.status, answer.body.code]).toEqual([method, url, 404, "notFound"]);
      }
    }
    const body = { email: "a@b.test", password: "x", code: "123456" };
    const signIn = { method: "POST", url: session, payload: body, remoteAddress: "203.0.113.7" } as const;
    expect((await api().send(signIn)).status).toBe(404);
  });

  test("a wrong password, a wrong code and an unknown address get the same answer", async () => {
    const { email, secret } = await account();
    const right = { email, password: operatorPassword, code: codeOf(secret) };
    const wrong = [
      { ...right, password: "Quiet-Harbor-43" },
      { ...right, code: codeOf(secret, 5) },
      { ...right, code: codeOf(secret, -5) },
      { ...right, email: "nobody@operator.test" },
    ];
    const answers = [];
    for (const body of wrong) answers.push(await api().post(session, body));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(wrong.map(() => [422, "operator.wrong"]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.every(({ headers }) => headers["set-cookie"] === undefined)).toBe(true);
    expect(await log(email)).toEqual(Array(3).fill({ action: "sign_in_refused" }));
    const { code: _, ...withoutCode } = right;
    expect(Object.keys((await api().post(session, withoutCode)).body.errors)).toEqual(["code"]);
    expect((await api().post(session, right)).status).toBe(200);
  });

  test("a code signs in once, also when used twice concurrently", async () => {
    const { email, secret } = await account();
    const body = { email, password: operatorPassword, code: codeOf(secret) };
    const both = await Promise.all([api().post(session, body), api().post(session, body)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect((await api().post(session, body)).body.code).toBe("operator.wrong");
    expect((await api().post(session, { ...body, code: codeOf(secret, 1) })).status).toBe(200);
  });

  test("attempts are limited per account, also with the right password", async () => {
    const { email, secret } = await account();
    const body = { email, password: operatorPassword, code: codeOf(secret) };
    // Uses different networks, so that only the limit of the account applies.
    const attempt = (index: number, payload: object) =>
      api().send({ method: "POST", url: session, payload, remoteAddress: `10.1.${index}.1` });
    const { attempts } = limits.operatorSignIns;
    for (let index = 0; index < attempts; index++)
      expect((await attempt(index, { ...body, password: "Wrong-1234" })).status).toBe(422);
    const refused = await attempt(attempts, body);
    expect([refused.status, refused.body.code]).toEqual([429, "rate.limited"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("a session ends after half an hour of disuse, twelve hours, or at sign-out", async () => {
    for (const change of ["used_at = now() - interval '31 minutes'", "created_at = now() - interval '13 hours'"]) {
      const { api: mine, email } = await signedIn();
      expect((await mine.get(session)).body.data).toEqual({ email });
      await server.owner.query(
        `UPDATE operator_session SET ${change} WHERE operator_id = (SELECT id FROM operator_account WHERE email = $1)`,
        [email],
      );
      expect((await mine.get(session)).body.code).toBe("operator.required");
    }
    const { api: mine } = await signedIn();
    const out = await mine.delete(session);
    expect([out.status, cookieOf(out)]).toEqual([200, "portal_operator="]);
    expect((await mine.get(session)).status).toBe(401);
  });

  test("changes from pages of other sites are refused", async () => {
    const { api: mine } = await signedIn();
    const elsewhere = mine.with({ origin: "https://attacker.example" });
    expect((await elsewhere.delete(session)).body.code).toBe("session.crossSite");
    expect((await mine.get(session)).status).toBe(200);
  });
});

test("the cookie is sent to operator calls only, and not readable by scripts", async () => {
  const { setCookie } = await signedIn();
  expect(setCookie).toMatch(/^portal_operator=[\w-]{43}; Path=\/operator; HttpOnly; SameSite=Strict; Max-Age=43200$/);
});

test("the logins of the application can't read accounts, sessions and log of operators", async () => {
  for (const table of ["operator_account", "operator_session", "operator_log"])
    await expect(server.platform.database.query(`SELECT 1 FROM ${table}`)).rejects.toThrow(/permission denied/);
});

test("the command creates, lists, resets and removes accounts", async () => {
  const output: string[] = [];
  const run = (...args: string[]) => runOperatorCommand(server.owner, args, (text) => output.push(text));
  const email = "Command@operator.test";
  await run("create", "--email", email);
  const [, password, secret] = /Password: (\S+)\nAuthenticator secret: (\S+)/.exec(output.at(-1) ?? "") as string[];
  const body = { email, password, code: codeOf(secret as string) };
  const entered = await api().post(session, body);
  expect(entered.body.data).toEqual({ email: email.toLowerCase() });
  const mine = api({ cookie: cookieOf(entered) });
  await expect(run("create", "--email", email)).rejects.toThrow("There is already an operator");
  await expect(run("create", "--email", "x@y.test", "--password", "Password1")).rejects.toThrow(
    "must not be a common one",
  );
  await expect(run("create")).rejects.toThrow("requires --email");
  await run("list");
  expect(output.at(-1)).toContain("command@operator.test  last used");
  await run("reset", "--email", email, "--password", operatorPassword);
  expect((await mine.get(session)).status).toBe(401);
  expect((await api().post(session, { ...body, code: codeOf(secret as string, 1) })).body.code).toBe("operator.wrong");
  await run("remove", "--email", email);
  await expect(run("remove", "--email", email)).rejects.toThrow("There is no operator");
});

test("a host name of a tenant and one without a tenant both reach the operator's calls", async () => {
  const { cookie } = await signedIn();
  for (const host of [operatorHost, "localhost", "10.0.0.5:1337"])
    expect((await api({ cookie, host }).get(session)).status).toBe(200);
});
