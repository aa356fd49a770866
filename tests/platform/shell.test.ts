import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { testServer } from "../support/server";

const folder = mkdtempSync(join(tmpdir(), "portal-client-"));
mkdirSync(join(folder, "assets"));
const script = `console.log(${JSON.stringify("x".repeat(3_000))})`;
writeFileSync(join(folder, "index.html"), '<!doctype html><div id="root"></div>');
writeFileSync(join(folder, "icon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
writeFileSync(join(folder, "assets", "app-1a2b3c.js"), script);
writeFileSync(join(folder, "assets", "app-1a2b3c.js.br"), brotliCompressSync(script));
for (const name of ["app-1a2b3c.js.map", "app-1a2b3c.js.map.br"]) writeFileSync(join(folder, "assets", name), "{}");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const server = testServer({ clientFolder: folder });
const page = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test.each(["/", "/projects/1/tasks", "/room", "/groups", "/users", "/reset-password?token=a&email=b", "/no/such/page"])(
  "%s serves the client on any host, with or without a session",
  async (path) => {
    const { api } = await server.world();
    for (const host of [undefined, "nobody.test"]) {
      const answer = await api()
        .with({ ...page, ...(host ? { host } : {}) })
        .get(path);
      expect([answer.status, answer.text]).toEqual([200, '<!doctype html><div id="root"></div>']);
      expect(answer.headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
      expect(answer.headers.vary).toMatch(/accept/i);
    }
  },
);

test.each([undefined, "*/*", "application/json", "image/png"])("/ serves the client with Accept %s", async (accept) => {
  const { api } = await server.world();
  for (const path of ["/", "/?from=mail"]) {
    const answer = await api()
      .with(accept ? { accept } : {})
      .get(path);
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  }
});

test("HEAD of a page returns the page's headers", async () => {
  const { api } = await server.world();
  const answer = await api().send({ method: "HEAD", url: "/projects", headers: page });
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
});

test("hashed assets are immutable and precompressed", async () => {
  const { api } = await server.world();
  const plain = await api().get("/assets/app-1a2b3c.js");
  expect(plain.text).toBe(script);
  expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(plain.headers["content-type"]).toMatch(/javascript/);
  const packed = await api().with({ "accept-encoding": "br, gzip" }).get("/assets/app-1a2b3c.js");
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(packed.headers["content-type"]).toMatch(/javascript/);
});

test("other assets expire; a missing asset gets 404 instead of the client", async () => {
  const { api } = await server.world();
  const icon = await api().get("/icon.svg");
  expect([icon.status, icon.headers["cache-control"]]).toEqual([200, "public, max-age=3600"]);
  for (const path of ["/assets/gone-1.js", "/assets/", "/assets/%00"]) {
    const answer = await api().with(page).get(path);
    expect([path, answer.status >= 400 && answer.status < 500, answer.text.includes("root")]).toEqual([
      path,
      true,
      false,
    ]);
  }
});

test("source maps return 404", async () => {
  const { api } = await server.world();
  for (const path of [
    "app-1a2b3c.js.map",
    "app-1a2b3c.js%2emap",
    "app-1a2b3c.js.map.br",
    "./app-1a2b3c.js.map?x=.js",
  ]) {
    const answer = await api().with({ "accept-encoding": "br" }).get(`/assets/${path}`);
    expect([path, answer.status]).toEqual([path, 404]);
  }
});

describe("a redirect for unknown hosts", () => {
  const elsewhere = testServer({ config: { external404Url: "https://example.test/nothing-here" } });

  test("an unknown host is redirected to the configured URL", async () => {
    const { api } = await elsewhere.world();
    const answer = await api()
      .with({ ...page, host: "nobody.test" })
      .get("/external-404");
    expect([answer.status, answer.headers.location]).toEqual([302, "https://example.test/nothing-here"]);
  });
});
