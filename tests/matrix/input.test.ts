import { rotatingValues } from "../run-size";
import { type Records, recordsOf } from "../factories/records";
import { type SavedTenant, saveTenant } from "../support/saved-tenant";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { allCalls, examplePayloadOf, schemaFieldsOf, pathWithRecordIds } from "./requests";

/**
 * Sends invalid and hostile input to every call of the contract. No call may return a server error, and every error must name its field.
 */
const server = testServer();
const all = allCalls;
const withInput = all.filter(
  ([, { method, body, query }]) => schemaFieldsOf(method === "GET" ? query : body).length > 0,
);

let world: World;
let mine: Records;
let saved: SavedTenant;
beforeAll(async () => {
  world = await server.world();
  mine = await recordsOf(world, "MINE");
  saved = await saveTenant(server.owner, world.tenantId);
});
afterAll(() => saved.close());

test.each(all.filter(([, endpoint]) => endpoint.method !== "GET"))(
  "%s: malformed JSON gets 400",
  async (_, endpoint) => {
    const answer = await world.api(world.admin).send({
      method: endpoint.method,
      url: pathWithRecordIds(endpoint, mine),
      payload: '{"a": ',
      headers: { "content-type": "application/json" },
    });
    expect(answer.body.code).toBe("request.malformed");
  },
);

test.each(withInput)("%s: a value of the wrong type gets 422 for its field", async (_, endpoint) => {
  const isGet = endpoint.method === "GET";
  const schema = isGet ? endpoint.query : endpoint.body;
  const example = examplePayloadOf(schema, isGet ? endpoint.example?.query : endpoint.example?.body, mine);
  for (const { name, type } of schemaFieldsOf(schema)) {
    if (type === "mixed") continue;
    const input = { ...example, [name]: type === "string" ? { a: "1" } : type === "array" ? { a: "1" } : "perhaps" };
    const answer = await world.api(world.admin).send({
      method: endpoint.method,
      url: isGet ? `${pathWithRecordIds(endpoint, mine)}?${search(input)}` : pathWithRecordIds(endpoint, mine),
      ...(isGet ? {} : { payload: input }),
    });
    expect([name, answer.status]).toEqual([name, 422]);
    expect(Object.keys(answer.body.errors).some((field) => field.startsWith(name))).toBe(true);
  }
});

const nasty = [
  "\u0000",
  "x".repeat(60_000),
  "' OR 1=1; --",
  "<script>alert(1)</script>",
  "\u202e\ud83d\ude00 ك한",
  "\ud800",
  1e308,
  -1,
  2 ** 53,
  0.1,
  "9".repeat(400),
  "Infinity",
  "NaN",
  "0000-00-00",
  "2026-02-30",
  "99999-01-01",
  null,
  true,
  [],
  [[]],
  [null],
  [{ a: 1 }],
  {},
  Array.from({ length: 3_000 }, (_, n) => n + 1),
];

const someOf = rotatingValues({ quick: 8, full: 2 });

test.each(withInput)("%s: no input causes a server error", async (_, endpoint) => {
  const { method } = endpoint;
  const schema = method === "GET" ? endpoint.query : endpoint.body;
  const example = examplePayloadOf(schema, method === "GET" ? endpoint.example?.query : endpoint.example?.body, mine);
  for (const { name } of schemaFieldsOf(schema)) {
    for (const value of someOf(nasty)) {
      const url = pathWithRecordIds(endpoint, mine);
      const input = { ...example, [name]: value };
      const answer = await world.api(world.admin).send({
        method,
        url: method === "GET" ? `${url}?${search(input)}` : url,
        ...(method === "GET" ? {} : { payload: input }),
      });
      if (answer.status >= 500) throw new Error(`${name} = ${JSON.stringify(value)?.slice(0, 80)}: ${answer.text}`);
    }
  }
  if (method !== "GET" || !endpoint.readOnly) await saved.restore();
});

function search(input: Record<string, unknown>): string {
  return Object.entries(input)
    .flatMap(([name, value]) =>
      value !== null && typeof value === "object" && !Array.isArray(value)
        ? Object.entries(value).map(([key, inner]) => `${name}[${key}]=${encodeURIComponent(String(inner))}`)
        : [`${name}=${encodeURIComponent(String(value).replace(/[\ud800-\udfff]/g, "\ufffd"))}`],
    )
    .join("&");
}
