import { contract } from "../../shared/contract";
import { languageCodes } from "../../shared/kernel/languages";
import { testServer } from "../support/server";

const server = testServer();
const open = testServer({ config: { apiDocs: true } });
const page = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

test("the server serves exactly the calls of the contract", () => {
  const declared = Object.values(contract).map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  expect([...server.platform.served].sort()).toEqual(declared.sort());
});

test("the OpenAPI document has every call and is valid", async () => {
  const { api } = await server.world();
  const { body } = await api().get("/docs/json");
  expect(body.openapi).toBe("3.1.0");
  for (const endpoint of Object.values(contract)) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    const operation = body.paths[path]?.[endpoint.method.toLowerCase()];
    expect(operation?.summary).toBe(endpoint.summary);
    const inPath = operation.parameters.filter((parameter: { in: string }) => parameter.in === "path");
    expect(inPath.map(({ name }: { name: string }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
  }
  const ids = Object.values(body.paths).flatMap((methods) =>
    Object.values(methods as Record<string, { operationId: string }>).map((operation) => operation.operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test("the documentation page loads nothing that its security policy forbids", async () => {
  const { api } = await server.world();
  const docs = await api().with(page).get("/docs/");
  expect(docs.status).toBe(200);
  expect(docs.text).not.toMatch(/<script(?![^>]*src="\.\/)/);
});

describe("pages and calls on the same paths", () => {
  test.each([undefined, "*/*", "application/json", "application/json, text/html;q=0.5", "text/html;q=0, */*"])(
    "a request with Accept: %s gets the call's response",
    async (accept) => {
      const { api } = await server.world();
      const answer = await api().get("/users", accept === undefined ? {} : { headers: { accept } });
      expect(answer.status).toBe(401);
      expect(answer.headers.vary).toMatch(/accept/i);
    },
  );

  test.each(["/files/1/a.png", "/healthz", "/metrics", "/docs/json", "/socket.io/"])(
    "%s never returns the client's HTML page",
    async (path) => {
      const { api } = await server.world();
      const answer = await api().with(page).get(path);
      expect(answer.text).not.toContain('<div id="root">');
    },
  );

  test("a POST never returns the client's HTML page", async () => {
    const { api } = await server.world();
    expect((await api().with(page).post("/auth/login", {})).status).toBe(422);
  });

  test("HEAD doesn't execute a call", async () => {
    const { api, admin } = await server.world();
    const answer = await api(admin).send({ method: "HEAD", url: "/auth/user" });
    expect(answer.status).toBe(404);
  });
});

describe("headers", () => {
  test("the content security policy allows only what the product uses", async () => {
    const { api } = await server.world();
    const { headers } = await api().get("/api/check-tenant");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("base-uri 'none'");
    expect(headers).toMatchObject({
      "strict-transport-security": "max-age=31536000; includeSubDomains",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
    });
    expect(headers["x-powered-by"]).toBeUndefined();
  });

  test("logout clears the browser's cache of files", async () => {
    const { api, employee } = await server.world();
    const answer = await api(employee).post("/auth/logout");
    expect([answer.status, answer.headers["clear-site-data"]]).toEqual([200, '"cache"']);
  });

  test("a host header can't extend the content security policy", async () => {
    const { api } = await server.world();
    const answer = await api().with({ host: "x; script-src *" }).get("/healthz");
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.headers)).not.toContain("script-src *");
  });

  test("other origins get no CORS permission", async () => {
    const { api, admin } = await server.world();
    const answer = await api(admin).with({ origin: "https://evil.test" }).get("/auth/user");
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    expect(answer.headers["access-control-expose-headers"]).toContain("x-unread-notifications");
    const preflight = await api().send({
      method: "OPTIONS",
      url: "/auth/user",
      headers: { origin: "https://evil.test" },
    });
    expect(preflight.status).toBe(404);
  });

  test("a valid request id is kept, and an invalid request id is replaced", async () => {
    const { api } = await server.world();
    const withValidId = await api().with({ "x-request-id": "trace-12345678" }).get("/healthz");
    expect(withValidId.headers["x-request-id"]).toBe("trace-12345678");
    const withInvalidId = await api().with({ "x-request-id": 'a"}\\n{"injected' }).get("/healthz");
    expect(withInvalidId.headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
  });

  test("a refused call of a signed-in user also returns the unread count", async () => {
    const { api, employee } = await server.world();
    const answer = await api(employee).patch("/auth/user/settings", { theme: "pink" });
    expect(answer.status).toBe(422);
    expect(answer.headers["x-unread-notifications"]).toBe("0");
  });
});

describe("languages", () => {
  test.each(languageCodes)("a refusal is translated to %s", async (code) => {
    const { api } = await server.world();
    const answer = await api()
      .with({ "accept-language": `xx, ${code};q=0.9` })
      .post("/auth/login", { password: "x" });
    const texts = (await import(`../../shared/locales/${code}.json`)) as Record<string, string>;
    expect(answer.body).toMatchObject({
      message: texts["field.required"],
      errors: { email: [texts["field.required"]] },
    });
  });

  test("an unsupported language falls back to English", async () => {
    const { api } = await server.world();
    const answer = await api().with({ "accept-language": "fr-FR, tlh" }).get("/auth/user");
    expect(answer.body.message).toBe("Session Expired, please login again.");
  });
});

describe("operations", () => {
  test("healthz and readyz return their state, with details on the private network", async () => {
    const { api } = await server.world();
    expect((await api().get("/healthz")).body).toEqual({ status: "ok" });
    expect((await api().get("/readyz")).body).toEqual({ status: "ok", checks: { database: "up" } });
    const outside = await api().send({ url: "/readyz", remoteAddress: "203.0.113.7" });
    expect([outside.status, outside.body]).toEqual([200, { status: "ok" }]);
  });

  test("metrics are served to the private network only", async () => {
    const { api } = await server.world();
    const local = { headers: { host: "server-1:1337" } };
    const inside = await api().get("/metrics", local);
    expect(inside.status).toBe(200);
    expect(inside.text).toMatch(/http_requests_total\{method="GET",route="\/api\/check-tenant",status="\d+"\} \d/);
    expect(inside.text).not.toMatch(/route="\/auth\/sessions\/\d/);
    expect((await api().send({ url: "/metrics", remoteAddress: "203.0.113.7", ...local })).status).toBe(404);
    for (const name of ["x-forwarded-for", "x-forwarded-proto", "via", "forwarded", "x-real-ip"]) {
      expect(
        (
          await api()
            .with({ [name]: "10.0.0.1" })
            .get("/metrics", local)
        ).status,
      ).toBe(404);
    }
    expect((await api().with({ host: "rebind.attacker.example" }).get("/metrics")).status).toBe(404);
  });

  test("the API documentation is served only to the private network, unless enabled", async () => {
    const { api } = await server.world();
    for (const url of [
      "/docs",
      "/docs/",
      "/docs/json",
      "/docs/static/index.html",
      "/docs?x",
      "/%64ocs/json",
      "/doc%73",
    ]) {
      expect((await api().send({ url, remoteAddress: "203.0.113.7" })).status).toBe(404);
    }
    expect((await api().with({ via: "1.1 proxy" }).get("/docs/json")).status).toBe(404);
    expect((await (await open.world()).api().send({ url: "/docs/json", remoteAddress: "203.0.113.7" })).status).toBe(
      200,
    );
  });

  test("the page for unknown hosts is translated and loads no other files", async () => {
    const { api } = await server.world();
    const answer = await api()
      .with({ ...page, "accept-language": "ar", host: "nobody.test" })
      .get("/external-404");
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('<html lang="ar" dir="rtl">');
    expect(answer.text).not.toMatch(/<script|src=|href=/);
  });

  test("the mail outbox page returns 404 with an external database", async () => {
    const { api } = await server.world();
    expect((await api().get("/dev/outbox")).status).toBe(404);
  });

  test("responses over a kilobyte are compressed if the client accepts it", async () => {
    const { api, admin } = await server.world();
    const packed = await api(admin).with({ "accept-encoding": "gzip" }).get("/docs/json");
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(packed.headers.vary).toMatch(/accept-encoding/i);
    expect(
      (await api(admin).with({ "accept-encoding": "gzip" }).get("/healthz")).headers["content-encoding"],
    ).toBeUndefined();
  });
});
