import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type LiveService, createLive } from "../../server/platform/live/live";
import { type StoredMail, outboxFolder } from "../../server/platform/mail/mail";
import { allCalls, requestFor } from "../matrix/requests";
import { leaveFixture } from "../requests/leave/fixtures";
import { type Records, recordsOf } from "../factories/records";
import { type TestServer, testServer } from "../support/server";
import type { World } from "../support/world";
import { requireOk } from "../work/tasks/board";

/**
 * Request headers never influence URLs written by the product: `evil.example` must not appear in mails, calendars, headers or responses.
 */
type Shape = [what: string, headers: (host: string) => Record<string, string>];

const host = (what: string, of: (host: string) => string): Shape => [`Host ${what}`, (name) => ({ host: of(name) })];
const headerShape = (name: string, value: string | ((host: string) => string)): Shape => [
  `${name}: ${typeof value === "string" ? value : value("host")}`,
  (of) => ({ [name]: typeof value === "string" ? value : value(of) }),
];

const malformed: Shape[] = [
  host("with a user", (name) => `${name}:x@evil.example`),
  host("with a user and a port", (name) => `${name}:80@evil.example`),
  host("as a user", (name) => `${name}@evil.example`),
  host("with a path", (name) => `${name}/evil.example`),
  host("with a query", (name) => `${name}?evil.example`),
  host("with a fragment", (name) => `${name}#evil.example`),
  host("with a backslash", (name) => `${name}\\evil.example`),
  host("with a space", (name) => `${name} evil.example`),
  host("with a tab", (name) => `${name}\tevil.example`),
  host("as a list", (name) => `${name},evil.example`),
  host("with a semicolon", (name) => `${name}; script-src evil.example`),
  host("with a quote", (name) => `${name}"evil.example`),
  host("with an apostrophe", (name) => `${name}'evil.example`),
  host("with angles", (name) => `${name}<script src=evil.example>`),
  host("in per cent", (name) => `${name}%2fevil.example`),
  host("with a port in words", (name) => `${name}:evil.example`),
  host("with two ports", (name) => `${name}:80:80`),
  host("with a port too long", (name) => `${name}:123456`),
  host("with an empty port", (name) => `${name}:`),
  host("with a scheme", () => "http://evil.example"),
  host("with slashes", () => "//evil.example"),
  host("in brackets", (name) => `[${name}]`),
  host("half in brackets", () => "[::1"),
  host("in other letters", (name) => `é${name}`),
  host("too long", (name) => `${"a".repeat(300)}.${name}`),
];

/** Well-formed but ignored: the tenant's own host in another spelling, or a host that belongs to no tenant. */
const ignored: Shape[] = [
  host("with another port", (name) => `${name}:9999`),
  host("in capitals", (name) => name.toUpperCase()),
  host("with a dot at its end", (name) => `${name}.`),
  host("of somebody else", () => "evil.example"),
  headerShape("x-forwarded-host", "evil.example"),
  headerShape("x-forwarded-host", (name) => `${name}:x@evil.example`),
  headerShape("x-forwarded-proto", "javascript"),
  headerShape("x-forwarded-port", "666"),
  headerShape("x-forwarded-server", "evil.example"),
  headerShape("x-forwarded-prefix", "//evil.example"),
  headerShape("forwarded", "for=127.0.0.1;host=evil.example;proto=javascript"),
  headerShape("x-host", "evil.example"),
  headerShape("x-original-host", "evil.example"),
  headerShape("x-original-url", "//evil.example/reset-password"),
  headerShape("x-rewrite-url", "//evil.example/reset-password"),
  headerShape("x-http-host-override", "evil.example"),
  headerShape("origin", "null"),
  headerShape("referer", "https://evil.example/"),
];

/** Headers of a trusted proxy are used, and must be as well-formed as a `Host`. */
const malformedBehindProxy: Shape[] = [
  headerShape("x-forwarded-host", (name) => `${name}:x@evil.example`),
  headerShape("x-forwarded-host", (name) => `${name}/evil.example`),
  headerShape("x-forwarded-host", (name) => `evil.example, ${name}@evil.example`),
  headerShape("x-forwarded-host", (name) => `${name}, `),
  headerShape("x-forwarded-proto", "javascript"),
  headerShape("x-forwarded-proto", "https, javascript"),
  headerShape("x-forwarded-proto", "https://evil.example"),
  headerShape("x-forwarded-proto", "ftp"),
];
const ignoredBehindProxy: Shape[] = [
  headerShape("x-forwarded-host", "evil.example"),
  headerShape("x-forwarded-host", (name) => `evil.example, ${name}`),
  headerShape("x-forwarded-host", (name) => `${name}, evil.example`),
  headerShape("x-forwarded-proto", "https"),
  headerShape("forwarded", "host=evil.example;proto=javascript"),
  ...malformed.slice(0, 4).map(([what, of]): Shape => [`${what}, behind a plain X-Forwarded-Host`, of]),
];

const mailsOf = async (server: TestServer): Promise<StoredMail[]> => {
  const folder = outboxFolder(server.platform.config);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json"));
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as StoredMail));
};

/** Sends each mail to a new user, to stay below the rate limit. */
async function writeEverything(server: TestServer, world: World, headers: Record<string, string>) {
  const { email } = await world.person("employee");
  const feed = await world.api(world.employee).post("/leave/calendar-feed", { scope: "own" });
  const with_ = (who: World["employee"] | null) => world.api(who).with(headers);
  const answers = [
    await with_(null).post("/auth/reset/password/sendtoken", { email }),
    await with_(null).get("/api/check-tenant"),
    await with_(world.employee).post("/leave/calendar-feed", { scope: "team" }),
    await with_(null).get(feed.body.data.path),
    await with_(null).get("/", { headers: { accept: "text/html" } }),
    await with_(null).get("/external-404", { headers: { accept: "text/html" } }),
    await with_(null).get("/docs/"),
    await with_(null).get("/nowhere"),
  ];
  await server.platform.mailer.close(); // waits for pending mails; the mailer stays usable
  return { email, answers };
}

const matching = (answers: { headers: object; text: string }[], pattern: RegExp) =>
  answers.flatMap(
    ({ headers, text }) =>
      `${JSON.stringify(headers)} ${text}`.match(new RegExp(`.{0,40}(?:${pattern.source}).{0,40}`, "g")) ?? [],
  );

function suite(server: TestServer, refused: Shape[], harmless: Shape[], base: (host: string) => string): void {
  let world: World;
  beforeAll(async () => {
    world = await server.world();
  });

  test.each(refused)("Host header %s gets 400 wherever a URL is built, and no mail is sent", async (_, headers) => {
    const { email, answers } = await writeEverything(server, world, headers(world.host));
    for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([400, "request.malformed"]);
    expect(matching(answers, /evil/)).toEqual([]);
    expect((await mailsOf(server)).filter((mail) => mail.to === email)).toEqual([]);
  });

  test.each(harmless)("%s is ignored in the URLs of mails and responses", async (_, headers) => {
    const { email, answers } = await writeEverything(server, world, headers(world.host));
    expect(matching(answers, /evil|javascript:|:9999|:666/)).toEqual([]);
    const mails = (await mailsOf(server)).filter((mail) => mail.to === email);
    for (const mail of mails) {
      const links = mail.text.match(/[a-z]+:\/\/\S+/g) ?? [];
      expect(links).toHaveLength(1);
      expect(links[0]?.startsWith(`${base(world.host)}/reset-password?token=`)).toBe(true);
    }
    expect(mails).toHaveLength(answers[0]?.status === 200 ? 1 : 0);
  });

  test("the requests with ignored headers did send mails", async () => {
    expect((await mailsOf(server)).length).toBeGreaterThan(harmless.length / 2);
  });
}

describe("without a proxy", () => {
  const server = testServer({ isShared: false });
  suite(server, malformed, ignored, (name) => `http://${name}:1337`);

  test("calendar UIDs use the tenant's main domain, whichever host name is used", async () => {
    const world = await server.world();
    await server.owner.query("INSERT INTO tenant_domain (domain, tenant_id) VALUES ($1, $2)", [
      `b.${world.host}`,
      world.tenantId,
    ]);
    const { newType, employee } = await leaveFixture(world);
    const leave_type_id = await newType({ canUpdateBalance: false, counting: "calendar" });
    const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    requireOk(await employee.post("/leave/leave-request", { leave_type_id, start_date: day, end_date: day }));
    const feed = await world.api(world.employee).post("/leave/calendar-feed", { scope: "own" });
    const uids = async (name: string) =>
      (await world.api().with({ host: name }).get(feed.body.data.path)).text.match(/UID:.*/g);
    const ownUids = await uids(world.host);
    expect(ownUids).toHaveLength(1);
    expect(await uids(`b.${world.host}`)).toEqual(ownUids);
    expect(await uids(world.host.toUpperCase())).toEqual(ownUids);
  });

  let anyone: World;
  let records: Records;
  beforeAll(async () => {
    anyone = await server.world();
    records = await recordsOf(anyone, "HOST");
  });

  test.each(allCalls)("%s: a malformed host gets 400 before any other check", async (_, endpoint) => {
    const answer = await anyone
      .api(anyone.admin)
      .with({ host: `${anyone.host}:x@evil.example` })
      .send(requestFor(endpoint, records));
    expect([answer.status, answer.body.code]).toEqual([400, "request.malformed"]);
  });

  test.each(["/healthz", "/readyz", "/metrics", "/docs/", "/assets/x.js", "/files/1/a.png", "/dev/outbox", "/%zz"])(
    "%s: a malformed host gets 400",
    async (path) => {
      const { api, host: name } = await server.world();
      expect(
        (
          await api()
            .with({ host: `${name}/evil.example` })
            .get(path)
        ).status,
      ).toBe(400);
    },
  );
});

describe("behind a trusted proxy", () => {
  const server = testServer({ config: { trustedProxies: 1 } });
  suite(
    server,
    [...malformed, ...malformedBehindProxy],
    ignoredBehindProxy.slice(0, 5),
    (name) => `http://${name}:1337`,
  );

  test.each(ignoredBehindProxy.slice(5))("a malformed proxy header gets 400: %s", async (_, headers) => {
    const { api, host: name } = await server.world();
    const answer = await api()
      .with({ "x-forwarded-host": name, ...headers(name) })
      .get("/api/check-tenant");
    expect(answer.status).toBe(400);
  });
});

describe("with a PUBLIC_URL", () => {
  const server = testServer({ config: { publicUrl: "https://portal.test:8443" } });
  suite(server, malformed.slice(0, 3), ignored, (name) => `https://${name}:8443`);
});

describe("raw requests without a client library", () => {
  const server = testServer({ isShared: false });
  let world: World;
  let live: LiveService;
  let port: number;
  beforeAll(async () => {
    world = await server.world();
    live = createLive(server.app, async () => []);
    await server.app.listen({ port: 0, host: "127.0.0.1" });
    port = (server.app.server.address() as AddressInfo).port;
  });
  afterAll(() => live.close());

  const say = (lines: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
      socket.on("data", (bytes) => {
        text += bytes.toString("latin1");
        if (text.startsWith("HTTP/1.1 101")) socket.destroy();
      });
      socket.on("error", reject).on("close", () => resolve(text.split("\r\n")[0] as string));
    });
  const upgrade = (name: string, ...more: string[]) =>
    say([
      "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
      `Host: ${name}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ...more,
    ]);
  const ask = (target: string, ...headers: string[]) =>
    say([`GET ${target} HTTP/1.1`, ...headers, "Connection: close"]);

  test("two hosts, an absolute URL as path, or no host get 400", async () => {
    const own = `Host: ${world.host}`;
    expect(await ask("/api/check-tenant", own)).toBe("HTTP/1.1 200 OK");
    expect(await ask("/api/check-tenant", own, "X-Told: host")).toBe("HTTP/1.1 200 OK");
    expect(await ask("/api/check-tenant", own, "Host: evil.example")).toBe("HTTP/1.1 400 Bad Request");
    expect(await ask("/api/check-tenant", "Host: evil.example", own)).toBe("HTTP/1.1 400 Bad Request");
    expect(await ask("http://evil.example/api/check-tenant", own)).toBe("HTTP/1.1 400 Bad Request");
    expect(await ask("/api/check-tenant")).toBe("HTTP/1.1 400 Bad Request");
    expect(await ask("/api/check-tenant", "Host:")).toBe("HTTP/1.1 400 Bad Request");
    expect(await say(["GET /healthz HTTP/1.0"])).toBe("HTTP/1.1 400 Bad Request");
  });

  test("socket upgrades with a malformed host get 400", async () => {
    expect(await upgrade(world.host)).toBe("HTTP/1.1 101 Switching Protocols");
    for (const [, headers] of malformed.filter(([what]) => !/letters/.test(what))) {
      expect(await upgrade(headers(world.host).host as string)).toBe("HTTP/1.1 400 Bad Request");
    }
    expect(await upgrade(world.host, "Host: evil.example")).toBe("HTTP/1.1 400 Bad Request");
  });
});

test("only listed files read a request's host or protocol", async () => {
  const folder = join(__dirname, "../../server");
  const files = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const read = /\brequest(?:\.raw)?\.(?:host|hostname|protocol|headers\.host|headers\["(?:x-)?forwarded[^"]*"\])/;
  const readers: string[] = [];
  for (const name of files) {
    const text = (await readFile(join(folder, name), "utf8")).replaceAll("tenantOf(request.hostname)", "");
    if (read.test(text)) readers.push(name);
  }
  expect(readers.sort()).toEqual(reviewedFiles);
});

/** Reviewed files, which compare the value but never write it into a URL. */
const reviewedFiles = [
  "administration/tenants/tenants.routes.ts", // the name by which the tenant was found, returned to the caller
  "platform/addresses.ts", // only checks whether the name is private
  "platform/http/cookies.ts", // the Secure flag and the cookie names that depend on it
  "platform/http/cross-site.ts", // compared with the browser's Origin and Sec-Fetch headers
  "platform/http/host.ts",
  "platform/http/requested-address.ts", // looked up among the tenant's host names
  "platform/mail/dev-outbox.ts", // only checks whether there is a proxy
];
