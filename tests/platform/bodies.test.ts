import { type AddressInfo, connect } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { Problem } from "../../shared/kernel/problems";
import { registerErrorHandlers } from "../../server/platform/http/problems";
import { authenticatedBody, registerBodyParsers } from "../../server/platform/http/body";
import { honourMethodOverride } from "../../server/platform/http/method-override";
import { formFields, multipart, type MultipartPart } from "../support/multipart";
import { testServer } from "../support/server";

const server = testServer({ isShared: false });

let echo: FastifyInstance;
beforeAll(async () => {
  echo = Fastify();
  echo.decorate("refusals", { note: () => {} } as unknown as FastifyInstance["refusals"]);
  registerErrorHandlers(echo);
  await registerBodyParsers(
    echo,
    () => false,
    async () => undefined,
  );
  const bodyOptions = authenticatedBody(async ({ headers }) => {
    if (headers.authorization === undefined) throw new Problem("session.required");
  });
  const done = honourMethodOverride(echo);
  const tell =
    (method: string) =>
    async (request: { body: unknown; uploads: { field: string; name: string; bytes: Buffer }[] }) => ({
      method,
      body: request.body ?? null,
      uploads: request.uploads.map(({ field, name, bytes }) => ({ field, name, size: bytes.length })),
    });
  for (const method of ["POST", "PUT", "DELETE"] as const)
    echo.route({ ...bodyOptions, method, url: "/thing", handler: tell(method) as never });
  echo.route({ ...bodyOptions, method: "PATCH", url: "/other", handler: tell("PATCH") as never });
  done();
  await echo.ready();
});
afterAll(() => echo.close());

const authorization = "Bearer somebody";

async function send(parts: MultipartPart[], headers: Record<string, string> = { authorization }) {
  const body = multipart(parts);
  const answer = await echo.inject({
    method: "POST",
    url: "/thing",
    payload: body.payload,
    headers: { ...body.headers, ...headers },
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe("an upload without a valid session", () => {
  /** Resolves with the status line of the response, while most of the body hasn't been sent. */
  const answerBefore = (head: string[], type = "multipart/form-data; boundary=x") =>
    new Promise<string>((resolve, reject) => {
      const { port } = server.app.server.address() as AddressInfo;
      const socket = connect(port, "127.0.0.1", () => {
        const start = type.startsWith("multipart") ? '--x\r\ncontent-disposition: form-data; name="f"' : '{"a":"';
        socket.write([...head, `content-type: ${type}`, "content-length: 1000000", "", start].join("\r\n"));
      });
      socket.once("data", (data) => {
        socket.destroy();
        resolve(data.toString().split("\r\n")[0] as string);
      });
      socket.on("error", reject);
    });

  test.each([
    ["with an unknown token", (token: string) => [`authorization: Bearer ${token.replace(/./g, "A")}`]],
    ["with a malformed token", () => ["authorization: Basic eDp5"]],
  ])("an upload %s is refused before its body is read", async (_, lines) => {
    const world = await server.world();
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: "127.0.0.1" });
    const head = ["POST /finance/finance-request HTTP/1.1", `host: ${world.host}`, ...lines(world.employee.token)];
    expect(await answerBefore(head)).toBe("HTTP/1.1 401 Unauthorized");
    for (const type of ["application/json", "application/x-www-form-urlencoded"])
      expect(await answerBefore(head, type)).toBe("HTTP/1.1 401 Unauthorized");
  });
});

describe("refused bodies", () => {
  const post = async (payload: string | Buffer, type?: string) => {
    const { api } = await server.world();
    const headers = type === undefined ? {} : { "content-type": type };
    return api().send({ method: "POST", url: "/auth/login", payload, headers });
  };

  test.each([
    ["a truncated object", '{"email": "a@b.test"', 400, "request.malformed"],
    ["not JSON at all", "email=a", 400, "request.malformed"],
    ["a list", "[1,2]", 400, "request.malformed"],
    ["a bare string", '"x"', 400, "request.malformed"],
    ["a __proto__ key", '{"__proto__": {"admin": true}}', 400, "request.malformed"],
    ["sixty thousand brackets", "[".repeat(60_000), 400, "request.tooDeep"],
    ["deep objects", `${'{"a":'.repeat(40)}1${"}".repeat(40)}`, 400, "request.tooDeep"],
    ["more than 64 kB without a session", JSON.stringify({ email: "x".repeat(70_000) }), 413, "request.tooLarge"],
  ])("a JSON body is refused: %s", async (_, payload, status, code) => {
    const answer = await post(payload, "application/json");
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBe(code);
  });

  test.each(["text/plain", "application/xml", "image/png", "nonsense", "multipart/mixed; boundary=x"])(
    "content type %s gets 415",
    async (type) => {
      const answer = await post("<a/>", type);
      expect(answer.status).toBe(415);
    },
  );

  test("a malformed, truncated or boundary-less multipart body is refused", async () => {
    for (const payload of ["", "--x\r\n", "garbage"]) {
      expect((await post(payload, "multipart/form-data")).status).toBe(400);
    }
    const { payload, headers } = multipart([{ name: "email", value: "a@b.test" }]);
    const cut = await post(payload.subarray(0, payload.length - 20), headers["content-type"]);
    expect([400, 422]).toContain(cut.status);
  });

  test("bodies with too deep nesting or too many keys are refused", async () => {
    expect((await send([{ name: "a[b][c][d][e][f][g][h][i]", value: "1" }])).body.code).toBe("request.tooDeep");
    const tooManyFields = Array.from({ length: 2_100 }, (_, n) => ({ name: `f${n}`, value: "1" }));
    expect((await send(tooManyFields)).status).toBe(413);
    expect((await send([{ name: "list[5000]", value: "1" }])).status).toBe(413);
    expect((await send([{ name: "a", value: "x".repeat(1_100_000) }])).status).toBe(413);
  });

  test("keys of Object.prototype are dropped", async () => {
    const { status, body } = await send([
      { name: "__proto__[admin]", value: "1" },
      { name: "constructor[prototype][admin]", value: "1" },
      { name: "title", value: "x" },
    ]);
    expect(status).toBe(200);
    expect(body.body).toEqual({ title: "x" });
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  test("files over 5 MB, too many files and files without a session are refused", async () => {
    const large = await send([{ name: "file", value: Buffer.alloc(5 * 1024 * 1024 + 1), filename: "a.pdf" }]);
    expect(large.status).toBe(413);
    expect(large.body.errors).toEqual({ file: ["File size exceeds the 5MB limit."] });
    const tooManyFiles = Array.from({ length: 11 }, (_, n) => ({ name: `f${n}`, value: "x", filename: "a.txt" }));
    expect((await send(tooManyFiles)).status).toBe(413);
    expect((await send([{ name: "file", value: "x", filename: "a.txt" }], {})).status).toBe(401);
  });

  test("text that PostgreSQL can't store gets 422", async () => {
    const { api } = await server.world();
    for (const email of ["a\u0000b@c.test", "a\ud800b@c.test"]) {
      const answer = await api().post("/auth/login", { email, password: "x" });
      expect(answer.status).toBe(422);
    }
  });

  test.each(["/%", "/%E0%A4%A", "/a%00b", "/auth/sessions/%ff", "//", "/../../etc/passwd"])(
    "path %s gets 400 or 404",
    async (url) => {
      const { api, admin } = await server.world();
      const answer = await api(admin).get(url);
      expect([400, 404]).toContain(answer.status);
      expect(answer.body.message).toBeTruthy();
    },
  );

  test.each(["0", "-1", "1.5", "1e3", "0x1", "abc", "99999999999999999999", "%F0%9F%98%80", "1%20", "null"])(
    "id %s gets 404 like an unknown id",
    async (id) => {
      const { api, admin } = await server.world();
      const answer = await api(admin).delete(`/auth/sessions/${id}`);
      expect(answer.status).toBe(404);
    },
  );
});

describe("equal results for JSON, forms and multipart", () => {
  test("nested keys become objects and lists", async () => {
    const { body } = await send(
      formFields({ user: { name: "Ann" }, items: [{ price: "1.50" }, { price: "2" }], ids: [1, 2] }),
    );
    expect(body.body).toEqual({ user: { name: "Ann" }, items: [{ price: "1.50" }, { price: "2" }], ids: ["1", "2"] });
  });

  test("a repeated name becomes a list, and text keeps its characters", async () => {
    const { body } = await send([
      { name: "tag", value: "a&b=c" },
      { name: "tag", value: "كوردی 한국어 +%20" },
    ]);
    expect(body.body).toEqual({ tag: ["a&b=c", "كوردی 한국어 +%20"] });
  });

  test("multipart returns files and fields, with files up to exactly 5 MB", async () => {
    const { body } = await send([
      { name: "title", value: "Plan" },
      { name: "file", value: Buffer.alloc(5 * 1024 * 1024), filename: "plan.pdf", type: "application/pdf" },
    ]);
    expect(body).toMatchObject({
      body: { title: "Plan" },
      uploads: [{ field: "file", name: "plan.pdf", size: 5 * 1024 * 1024 }],
    });
  });

  test("URL-encoded forms and empty bodies are accepted", async () => {
    const form = await echo.inject({
      method: "POST",
      url: "/thing",
      payload: "user[name]=Ann&ids[]=1&ids[]=2",
      headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
    });
    expect(form.json().body).toEqual({ user: { name: "Ann" }, ids: ["1", "2"] });
    const empty = await echo.inject({ method: "POST", url: "/thing", headers: { "content-type": "application/json" } });
    expect(empty.statusCode).toBe(200);
  });

  test("a login by multipart succeeds", async () => {
    const { api, employee } = await server.world();
    const body = multipart(formFields({ email: employee.email, password: "Demo1234", remember: true }));
    const answer = await api().send({ method: "POST", url: "/auth/login", ...body });
    expect(answer.body.user.id).toBe(employee.id);
  });
});

describe("_method", () => {
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    echo.inject({ method: "POST", url, payload, headers: { authorization, ...headers } });

  test("_method is read from body, query and header", async () => {
    expect((await post("/thing", { _method: "PUT" })).json().method).toBe("PUT");
    expect((await post("/thing", { _method: "delete" })).json().method).toBe("DELETE");
    expect((await post("/thing?_method=PUT", {})).json().method).toBe("PUT");
    expect((await post("/thing", {}, { "x-http-method-override": "PUT" })).json().method).toBe("PUT");
    expect(
      (
        await send([
          { name: "_method", value: "PUT" },
          { name: "a", value: "1" },
        ])
      ).body,
    ).toMatchObject({
      method: "PUT",
      body: { a: "1" },
    });
  });

  test("_method reaches a path that has no POST", async () => {
    expect((await post("/other", { _method: "PATCH" })).json().method).toBe("PATCH");
    expect((await post("/other", {})).statusCode).toBe(404);
  });

  test("an overriding method that the path lacks gets 404; an invalid one is ignored", async () => {
    expect((await post("/thing", { _method: "PATCH" })).statusCode).toBe(404);
    for (const odd of ["GET", "CONNECT", "", 5, { a: 1 }]) {
      expect((await post("/thing", { _method: odd })).json().method).toBe("POST");
    }
  });

  test("_method only applies to POST", async () => {
    const answer = await echo.inject({
      method: "PUT",
      url: "/thing",
      payload: { _method: "DELETE" },
      headers: { authorization },
    });
    expect(answer.json().method).toBe("PUT");
  });

  test("guards apply to the overridden method too", async () => {
    const { api, employee } = await server.world();
    expect((await api().post("/auth/user/settings", { _method: "PATCH", theme: "dark" })).status).toBe(401);
    const answer = await api(employee).post("/auth/user/settings", { _method: "PATCH", theme: "dark" });
    expect(answer.body.data.theme).toBe("dark");
  });
});
