import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { createLive } from "../../../server/platform/live/live";
import { testServer } from "../../support/server";
import { password, type World } from "../../support/world";

describe("requests from another site", () => {
  const server = testServer({ isShared: false });
  const form = (world: World) => new URLSearchParams({ email: world.employee.email, password }).toString();
  const send = (world: World, url: string, headers: Record<string, string>) =>
    world
      .api()
      .post(url, form(world), { headers: { "content-type": "application/x-www-form-urlencoded", ...headers } });

  const foreign: [string, Record<string, string>][] = [
    ["has Sec-Fetch-Site: cross-site", { "sec-fetch-site": "cross-site" }],
    ["comes from a sibling host", { "sec-fetch-site": "same-site" }],
    ["has another Origin", { origin: "https://evil.example" }],
    ["has Origin: null", { origin: "null" }],
    ["contains the host name in its own", { origin: "https://w.test.evil.example" }],
    ["has an invalid Origin", { origin: "::" }],
  ];

  test.each(foreign)("a cross-site page that %s can't sign in and gets no cookie", async (_, headers) => {
    const world = await server.world();
    for (const url of ["/auth/login", "/users/authenticate", "/auth/login/passkey/options", "/users/register"]) {
      const answer = await send(world, url, headers);
      expect([url, answer.status, answer.body.code]).toEqual([url, 403, "session.crossSite"]);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    const rows = await server.owner.query("SELECT id FROM security_event WHERE tenant_id = $1", [world.tenantId]);
    expect(rows).toEqual([]);
  });

  test("the tenant's pages on any port and programs without a browser can sign in", async () => {
    const world = await server.world();
    const own: Record<string, string>[] = [
      {},
      { origin: `https://${world.host}` },
      { origin: `http://${world.host.toUpperCase()}:8443`, "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "none" },
    ];
    for (const headers of own) expect((await send(world, "/auth/login", headers)).status).toBe(200);
  });

  test("cross-site reads with a token are allowed", async () => {
    const world = await server.world();
    const answer = await world.api(world.employee).get("/auth/user", { headers: { "sec-fetch-site": "cross-site" } });
    expect(answer.status).toBe(200);
  });

  describe("cross-site sockets", () => {
    let live: ReturnType<typeof createLive>;
    beforeAll(async () => {
      live = createLive(server.app, async () => []);
      await server.app.listen({ port: 0, host: "127.0.0.1" });
    });
    afterAll(() => live.close());

    const upgrade = (world: World, headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const { port } = server.app.server.address() as AddressInfo;
        const asking = request({
          port,
          host: "127.0.0.1",
          path: "/socket.io/?EIO=4&transport=websocket",
          headers: {
            host: world.host,
            connection: "Upgrade",
            upgrade: "websocket",
            "sec-websocket-version": "13",
            "sec-websocket-key": Buffer.alloc(16).toString("base64"),
            ...headers,
          },
        });
        asking.on("response", (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        });
        asking.on("upgrade", (answer, socket) => {
          socket.destroy();
          resolve(answer.statusCode ?? 0);
        });
        asking.on("error", reject);
        asking.end();
      });

    test.each(foreign)("a cross-site page that %s can't open a socket", async (_, headers) => {
      expect(await upgrade(await server.world(), headers)).toBe(400);
    });

    test("the tenant's own pages and programs can open a socket", async () => {
      const world = await server.world();
      expect(await upgrade(world, { origin: `http://${world.host}:8080` })).toBe(101);
      expect(await upgrade(world, {})).toBe(101);
    });
  });
});

describe("cookies over HTTPS", () => {
  const server = testServer({ config: { publicUrl: "https://portal.example" } });

  test("cookies have names with secure prefixes; an unprefixed cookie is ignored", async () => {
    const world = await server.world();
    const answer = await world.api().post("/auth/login", { email: world.employee.email, password });
    const set = [answer.headers["set-cookie"]].flat().map(String);
    expect(set).toEqual([
      expect.stringMatching(/^__Secure-portal_files=[\w-]{43}; Path=\/files; HttpOnly; SameSite=Strict; Secure$/),
      expect.stringMatching(
        /^__Host-portal_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/,
      ),
    ]);
    const [files, device] = set.map((text) => text.split(";")[0] as string);
    const planted = "portal_files=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    // A missing file returns 404; without a valid cookie it would be 401.
    const download = await world.api().get("/files/1/x.png", { headers: { cookie: `${planted}; ${files}` } });
    expect(download.status).toBe(404);
    expect((await world.api().get("/files/1/x.png", { headers: { cookie: planted } })).status).toBe(401);
    const again = await world
      .api()
      .post("/auth/login", { email: world.employee.email, password }, { headers: { cookie: device as string } });
    expect(String(again.headers["set-cookie"])).toContain(device);
    const out = await world.api({ ...world.employee, token: answer.body.access_token }).post("/auth/logout");
    expect(String(out.headers["set-cookie"])).toMatch(/__Secure-portal_files=; .*Max-Age=0; Secure/);
  });
});
