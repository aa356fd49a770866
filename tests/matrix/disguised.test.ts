import { Readable } from "node:stream";
import type { SchemaDescription, SchemaFieldDescription, SchemaObjectDescription } from "yup";
import type { Endpoint } from "../../shared/kernel/endpoint";
import { rotatingValues } from "../run-size";
import { type Records, recordsOf } from "../factories/records";
import { formFields as partsOf, multipart } from "../support/multipart";
import { type SavedTenant, saveTenant } from "../support/saved-tenant";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { allCalls, examplePayloadOf, schemaFieldsOf, pathWithRecordIds } from "./requests";

/**
 * Sends disguised values (e.g. objects with `length` or `then`) for every field of every call: they are refused with 422 for that field and
 * change nothing. Fields of mixed type may accept them, but must not cause a server error.
 */
const server = testServer();

let world: World;
let mine: Records;
let saved: SavedTenant;
beforeAll(async () => {
  world = await server.world();
  mine = await recordsOf(world, "MINE");
  saved = await saveTenant(server.owner, world.tenantId);
});
afterAll(() => saved.close());

const someOf = rotatingValues({ quick: 17, full: 1 });

const raw = (json: string): unknown => JSON.parse(json);
const objects = [
  { toString: "" },
  { toString: "1", valueOf: 1 },
  raw('{"then": "x"}'),
  { length: 1e9 },
  raw('{"constructor": {"x": 1}}'),
];
const arrays = [[[[1]]], [[{ toString: "" }]]];
const halves = ["\ud800", "a\u0000"];
const noNumbers = ["one", "1e3", "0x1", "٣", "1 000", "1,5", "--1", "Infinity", ...halves];

const disguisedAs: Record<string, readonly unknown[]> = {
  number: [...objects, ...arrays, ...noNumbers],
  string: [...objects, ...arrays, ...halves],
  boolean: [...objects, ...arrays, ...noNumbers],
  array: [...objects, ...arrays, ...noNumbers.filter((text) => !text.includes(","))], // lists may also be sent as "1,5"
  object: [...arrays, ...noNumbers, 1, true],
  mixed: [...objects, ...arrays, ...noNumbers, 1, true],
};

type Path = readonly (string | number)[];
interface Place {
  path: Path;
  type: string;
}

function placesOf(field: SchemaFieldDescription, example: unknown, path: Path = []): Place[] {
  const { type } = field as SchemaDescription;
  const own: Place[] = path.length > 0 ? [{ path, type }] : [];
  if ("fields" in field) {
    const inside = (example ?? {}) as Record<string, unknown>;
    const fields = Object.entries((field as SchemaObjectDescription).fields);
    const visibleFields = path.length === 0 ? fields : fields.filter(() => example !== undefined && example !== null);
    return [...own, ...visibleFields.flatMap(([name, each]) => placesOf(each, inside[name], [...path, name]))];
  }
  if ("innerType" in field && field.innerType && Array.isArray(example) && example.length > 0) {
    return [...own, ...placesOf(field.innerType as SchemaFieldDescription, example[0], [...path, 0])];
  }
  return own;
}

function withValue(target: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = Array.isArray(target) ? [...target] : { ...(target as object) };
  (copy as Record<string | number, unknown>)[key] = withValue(
    (copy as Record<string | number, unknown>)[key],
    rest,
    value,
  );
  return copy;
}

const kindOf = ({ method, body, query }: Endpoint) => (method === "GET" ? query : body);
const withInput = allCalls.filter(([, endpoint]) => schemaFieldsOf(kindOf(endpoint)).length > 0);
const withBody = withInput.filter(([, { method }]) => method !== "GET");

interface CallAnswer {
  status: number;
  text: string;
  body: { errors?: Record<string, string[]> };
}

function complaint({ path, type }: Place, value: unknown, { status, text, body }: CallAnswer): string[] {
  const where = `${path.join(".")} = ${JSON.stringify(value).slice(0, 60)}: ${status} ${text.slice(0, 200)}`;
  if (type === "mixed") return status >= 500 ? [where] : [];
  const hasFieldError = Object.keys(body.errors ?? {}).some((field) => field.startsWith(String(path[0])));
  return status === 422 && hasFieldError ? [] : [where];
}

test.each(withBody)("%s: disguised JSON values get 422", async (_, endpoint) => {
  const example = examplePayloadOf(endpoint.body, endpoint.example?.body, mine);
  const places = placesOf(endpoint.body.describe(), example);
  const complaints: string[] = [];
  for (const place of places) {
    for (const value of someOf(disguisedAs[place.type] ?? [])) {
      const answer = await world.api(world.admin).send({
        method: endpoint.method,
        url: pathWithRecordIds(endpoint, mine),
        payload: withValue(example, place.path, value) as object,
      });
      complaints.push(...complaint(place, value, answer));
    }
  }
  const changedTables = await saved.restore();
  expect(complaints).toEqual([]);
  if (!places.some(({ type }) => type === "mixed"))
    expect(changedTables.filter((name) => name !== "session")).toEqual([]);
});

/** The parsed values of a form are validated like those of JSON, so one field of each type is enough. */
const firstOfEachType = (places: Place[]): Place[] => [
  ...new Map(places.toReversed().map((place) => [place.type, place])).values(),
];

test.each(withBody)("%s: disguised form values get 422", async (_, endpoint) => {
  const example = examplePayloadOf(endpoint.body, endpoint.example?.body, mine);
  const places = firstOfEachType(placesOf(endpoint.body.describe(), example));
  const complaints: string[] = [];
  for (const place of places) {
    // The form parser drops names such as toString, so the server would receive no value.
    const objects = place.type === "object" ? [] : [{ length: 1e9 }, raw('{"then": "x"}')];
    const values = [
      ...objects,
      [[[1]]],
      ...(place.type === "string" ? ["a\u0000"] : noNumbers.filter((text) => disguisedAs[place.type]?.includes(text))),
    ];
    for (const value of someOf(values.filter((each) => each !== "\ud800"))) {
      const answer = await world.api(world.admin).send({
        method: endpoint.method,
        url: pathWithRecordIds(endpoint, mine),
        ...multipart(partsOf(withValue(example, place.path, value))),
      });
      complaints.push(...complaint(place, value, answer));
    }
  }
  expect(complaints).toEqual([]);
});

test.each(withInput.filter(([, { method }]) => method === "GET"))(
  "%s: disguised query values get 422",
  async (_, endpoint) => {
    const example = examplePayloadOf(endpoint.query, endpoint.example?.query, mine);
    const complaints: string[] = [];
    for (const { name, type } of schemaFieldsOf(endpoint.query)) {
      const values = [`${name}[length]=9`, `${name}[then]=x`, `${name}[0][0]=1`, `${name}=a%00`];
      const words =
        type === "string" || type === "mixed"
          ? []
          : noNumbers.slice(0, 5).map((word) => `${name}=${encodeURIComponent(word)}`);
      for (const value of someOf([...values, ...words])) {
        const rest = Object.entries(example).filter(([key]) => key !== name);
        const query = [...rest.map(([key, given]) => `${key}=${encodeURIComponent(String(given))}`), value].join("&");
        const answer = await world.api(world.admin).get(`${pathWithRecordIds(endpoint, mine)}?${query}`);
        complaints.push(...complaint({ path: [name], type }, value, answer));
      }
    }
    expect(complaints).toEqual([]);
  },
);

const withIds = allCalls.filter(([, { params }]) => schemaFieldsOf(params).some(({ entity }) => entity));
const noIds = [
  "1e3",
  "0x1",
  "%D9%A3",
  "%00",
  "[object%20Object]",
  "1.0",
  "01",
  "0",
  "-1",
  "1.5",
  "1;2",
  "one",
  "99999999999999999999",
  "%F0%9F%98%80",
  "9".repeat(400),
];

test.each(withIds)("%s: an invalid id gets 404", async (_, endpoint) => {
  for (const { name, list } of schemaFieldsOf(endpoint.params).filter(({ entity }) => entity)) {
    for (const value of someOf(noIds)) {
      const answer = await world.api(world.admin).send({
        method: endpoint.method,
        url: pathWithRecordIds(endpoint, mine, { [name]: value }),
        ...(endpoint.method === "GET"
          ? {}
          : { payload: examplePayloadOf(endpoint.body, endpoint.example?.body, mine) }),
      });
      expect([value.slice(0, 20), list && answer.status === 422 ? 404 : answer.status]).toEqual([
        value.slice(0, 20),
        404,
      ]);
    }
  }
});

const tenMegabytes = 10 * 1024 * 1024;

test.each(withBody)("%s: a body of ten megabytes is refused by its length", async (_, endpoint) => {
  const answer = await world.api(world.admin).send({
    method: endpoint.method,
    url: pathWithRecordIds(endpoint, mine),
    payload: "{}",
    headers: { "content-type": "application/json", "content-length": String(tenMegabytes) },
  });
  expect(answer.body.code).toBe("request.tooLarge");
});

// Without a length in its headers, a body is refused while it is read; the limit is that of the route.
test.each(firstOfEachAccess(withBody))("%s: a streamed body of ten megabytes is refused", async (_, endpoint) => {
  const answer = await world.api(world.admin).send({
    method: endpoint.method,
    url: pathWithRecordIds(endpoint, mine),
    payload: Readable.from([Buffer.alloc(tenMegabytes, "9")]),
    headers: { "content-type": "application/json", "transfer-encoding": "chunked" },
  });
  expect(answer.body.code).toBe("request.tooLarge");
});

function firstOfEachAccess(calls: typeof withBody): typeof withBody {
  return [...new Map(calls.toReversed().map((call) => [call[1].access, call])).values()];
}

test("a body with __proto__ is refused as malformed", async () => {
  const answer = await world.api(world.admin).send({
    method: "POST",
    url: "/task",
    payload: '{"name": {"__proto__": {"toString": ""}}}',
    headers: { "content-type": "application/json" },
  });
  expect(answer.body.code).toBe("request.malformed");
});
