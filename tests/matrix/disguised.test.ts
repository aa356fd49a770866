import type { SchemaDescription, SchemaFieldDescription, SchemaObjectDescription } from "yup";
import type { Endpoint } from "../../shared/kernel/endpoint";
import { takingTurns } from "../everything";
import { type Records, recordsOf } from "../factories/records";
import { digestOf } from "../support/digest";
import { fields as partsOf, multipart } from "../support/multipart";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { everyCall, exampleOf, fieldsOf, pathWith } from "./requests";

/**
 * Every field of every call × values that aren't what they seem: refused, said for that field, and nothing is changed.
 * What a field of mixed content makes of them is its own; there they only mustn't be our fault.
 */
const server = testServer();

let world: World;
let mine: Records;
beforeAll(async () => {
  world = await server.world();
  mine = await recordsOf(world, "MINE");
});

const someOf = takingTurns({ quick: 8, full: 1 });

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

/** What no field of the type may take. */
const disguisedAs: Record<string, readonly unknown[]> = {
  number: [...objects, ...arrays, ...noNumbers],
  string: [...objects, ...arrays, ...halves],
  boolean: [...objects, ...arrays, ...noNumbers],
  array: [...objects, ...arrays, ...noNumbers.filter((text) => !text.includes(","))], // lists come as "1,5", too
  object: [...arrays, ...noNumbers, 1, true],
  mixed: [...objects, ...arrays, ...noNumbers, 1, true],
};

type Path = readonly (string | number)[];
interface Place {
  path: Path;
  type: string;
}

/** Every field, and every field within it that the example fills. */
function placesOf(field: SchemaFieldDescription, example: unknown, path: Path = []): Place[] {
  const { type } = field as SchemaDescription;
  const own: Place[] = path.length > 0 ? [{ path, type }] : [];
  if ("fields" in field) {
    const inside = (example ?? {}) as Record<string, unknown>;
    const known = Object.entries((field as SchemaObjectDescription).fields);
    const shown = path.length === 0 ? known : known.filter(() => example !== undefined && example !== null);
    return [...own, ...shown.flatMap(([name, each]) => placesOf(each, inside[name], [...path, name]))];
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
const withInput = everyCall.filter(([, endpoint]) => fieldsOf(kindOf(endpoint)).length > 0);
const withBody = withInput.filter(([, { method }]) => method !== "GET");
const digest = () => digestOf(server.owner, world.tenantId, ["session"]);

interface Sent {
  status: number;
  text: string;
  body: { errors?: Record<string, string[]> };
}

/** What is wrong with an answer to a value that this place can't take. */
function complaint({ path, type }: Place, value: unknown, { status, text, body }: Sent): string[] {
  const where = `${path.join(".")} = ${JSON.stringify(value).slice(0, 60)}: ${status} ${text.slice(0, 200)}`;
  if (type === "mixed") return status >= 500 ? [where] : [];
  const named = Object.keys(body.errors ?? {}).some((field) => field.startsWith(String(path[0])));
  return status === 422 && named ? [] : [where];
}

test.each(withBody)("%s: JSON that isn't what it seems", async (_, endpoint) => {
  const example = exampleOf(endpoint.body, endpoint.example?.body, mine);
  const places = placesOf(endpoint.body.describe(), example);
  const before = await digest();
  const complaints: string[] = [];
  for (const place of places) {
    for (const value of someOf(disguisedAs[place.type] ?? [])) {
      const answer = await world.api(world.admin).send({
        method: endpoint.method,
        url: pathWith(endpoint, mine),
        payload: withValue(example, place.path, value) as object,
      });
      complaints.push(...complaint(place, value, answer));
    }
  }
  expect(complaints).toEqual([]);
  if (!places.some(({ type }) => type === "mixed")) expect(await digest()).toBe(before);
});

test.each(withBody)("%s: a form that isn't what it seems", async (_, endpoint) => {
  const example = exampleOf(endpoint.body, endpoint.example?.body, mine);
  const places = placesOf(endpoint.body.describe(), example);
  const complaints: string[] = [];
  for (const place of places) {
    // A name like toString is dropped by the parser: nothing of it arrives.
    const objects = place.type === "object" ? [] : [{ length: 1e9 }, raw('{"then": "x"}')];
    const values = [
      ...objects,
      [[[1]]],
      ...(place.type === "string" ? ["a\u0000"] : noNumbers.filter((text) => disguisedAs[place.type]?.includes(text))),
    ];
    for (const value of someOf(values.filter((each) => each !== "\ud800"))) {
      const answer = await world.api(world.admin).send({
        method: endpoint.method,
        url: pathWith(endpoint, mine),
        ...multipart(partsOf(withValue(example, place.path, value))),
      });
      complaints.push(...complaint(place, value, answer));
    }
  }
  expect(complaints).toEqual([]);
});

test.each(withInput.filter(([, { method }]) => method === "GET"))(
  "%s: a query that isn't what it seems",
  async (_, endpoint) => {
    const example = exampleOf(endpoint.query, endpoint.example?.query, mine);
    const complaints: string[] = [];
    for (const { name, type } of fieldsOf(endpoint.query)) {
      const values = [`${name}[length]=9`, `${name}[then]=x`, `${name}[0][0]=1`, `${name}=a%00`];
      const words =
        type === "string" || type === "mixed"
          ? []
          : noNumbers.slice(0, 5).map((word) => `${name}=${encodeURIComponent(word)}`);
      for (const value of someOf([...values, ...words])) {
        const rest = Object.entries(example).filter(([key]) => key !== name);
        const query = [...rest.map(([key, given]) => `${key}=${encodeURIComponent(String(given))}`), value].join("&");
        const answer = await world.api(world.admin).get(`${pathWith(endpoint, mine)}?${query}`);
        complaints.push(...complaint({ path: [name], type }, value, answer));
      }
    }
    expect(complaints).toEqual([]);
  },
);

const withIds = everyCall.filter(([, { params }]) => fieldsOf(params).some(({ entity }) => entity));
const noIds = [
  "1e3",
  "0x1",
  "%D9%A3",
  "%00",
  "[object%20Object]",
  "1.0",
  "01",
  "-1",
  "one",
  "%F0%9F%98%80",
  "9".repeat(400),
];

test.each(withIds)("%s: what is no id exists nowhere", async (_, endpoint) => {
  for (const { name } of fieldsOf(endpoint.params).filter(({ entity }) => entity)) {
    for (const value of someOf(noIds)) {
      const answer = await world.api(world.admin).send({
        method: endpoint.method,
        url: pathWith(endpoint, mine, { [name]: value }),
        ...(endpoint.method === "GET" ? {} : { payload: exampleOf(endpoint.body, endpoint.example?.body, mine) }),
      });
      expect([value.slice(0, 20), answer.status]).toEqual([value.slice(0, 20), 404]);
    }
  }
});

const tenMegabytes = "9".repeat(10 * 1024 * 1024);

test.each(withBody)("%s: ten megabytes are too many", async (_, endpoint) => {
  const field = fieldsOf(endpoint.body)[0]?.name as string;
  const answer = await world.api(world.admin).send({
    method: endpoint.method,
    url: pathWith(endpoint, mine),
    payload: `{"${field}": "${tenMegabytes}"}`, // to put it together costs more than to refuse it
    headers: { "content-type": "application/json" },
  });
  expect(answer.body.code).toBe("request.tooLarge");
});

test("what would change how objects work isn't read at all", async () => {
  const answer = await world.api(world.admin).send({
    method: "POST",
    url: "/task",
    payload: '{"name": {"__proto__": {"toString": ""}}}',
    headers: { "content-type": "application/json" },
  });
  expect(answer.body.code).toBe("request.malformed");
});
