import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type AnyObjectSchema, type SchemaDescription, ValidationError } from "yup";
import { contract } from "./contract";

/**
 * What each field of each call makes of what people and programs send: taken as what, or refused with which word, at which
 * field. The call's example is sent with one value changed, so that a field that asks for another one is asked with it and
 * without it. What is meant is written down by `UPDATE_LIMITS=1`; the difference is what one looks at.
 */
const file = path.join(__dirname, "contract.values.json");

const values: unknown[] = [
  undefined,
  null,
  "",
  " ",
  " text ",
  "two\nlines",
  "\u0007",
  "0",
  "-1",
  "1",
  "1.5",
  "12.345",
  "1e3",
  "1,2",
  "2026-02-28",
  "2026-02-30",
  "2026-11-22T09:30",
  "2026-11-22T09:30:00Z",
  "09:30",
  "24:00",
  "usd",
  "en",
  "#112233",
  "a@b.test",
  "https://example.test/",
  "javascript:alert(1)",
  0,
  -1,
  1,
  1.5,
  true,
  false,
  [],
  [1],
  ["1", "1"],
  [{}],
  {},
];

/** What comes of values: those of which it comes. */
type Outcomes = Record<string, string>;

const said = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value));

/** The value that a field has after the cast, or every refusal with its place. */
function outcomeOf(schema: AnyObjectSchema, input: unknown, at: string[]): string {
  try {
    const cast: unknown = schema.validateSync(input, { abortEarly: false, stripUnknown: true });
    return said(at.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], cast));
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const problems = error.inner.map((one) => `${one.path === at.join(".") ? "" : `${one.path}: `}${one.message}`);
    return `! ${[...new Set(problems)].toSorted().join(", ")}`;
  }
}

/** The same input with another value at one place. */
function changed(input: unknown, at: readonly string[], value: unknown): unknown {
  const [key, ...rest] = at;
  if (key === undefined) return value;
  if (Array.isArray(input)) return input.map((one, n) => (String(n) === key ? changed(one, rest, value) : one));
  const own = (input ?? {}) as Record<string, unknown>;
  return { ...own, [key]: changed(own[key], rest, value) };
}

/** Every field, with those inside of it as far as the example has them, the first of a list for all of its members. */
function placesIn(
  field: Partial<SchemaDescription> & { fields?: object; innerType?: unknown },
  input: unknown,
): string[][] {
  const inside = Object.entries(field.fields ?? {}).flatMap(([key, inner]) => [
    [key],
    ...placesIn(inner as SchemaDescription, (input as Record<string, unknown> | undefined)?.[key]).map((one) => [
      key,
      ...one,
    ]),
  ]);
  if (!field.innerType || !Array.isArray(input) || input.length === 0) return inside;
  return [...inside, ["0"], ...placesIn(field.innerType as SchemaDescription, input[0]).map((one) => ["0", ...one])];
}

/** A field's own choices are asked for beside the values that all fields get. */
function choicesOf(schema: unknown, at: string[]): unknown[] {
  const field = at.reduce<Record<string, unknown>>(
    (outer, key) => {
      const fields = outer["fields"] as Record<string, unknown> | undefined;
      return (fields?.[key] ?? outer["innerType"] ?? {}) as Record<string, unknown>;
    },
    schema as Record<string, unknown>,
  );
  return ((field["oneOf"] as unknown[] | undefined) ?? []).filter((one) => typeof one === "string");
}

function outcomesOf(schema: AnyObjectSchema, input: unknown, at: string[], choices: unknown[]): Outcomes {
  const groups: Record<string, string[]> = {};
  for (const value of new Set([...values, ...choices])) {
    const outcome = outcomeOf(schema, changed(input, at, value), at);
    (groups[outcome === said(value) ? "as it is" : outcome] ??= []).push(said(value));
  }
  return Object.fromEntries(Object.entries(groups).map(([outcome, of]) => [outcome, of.join("  ")]));
}

function everyField(): Map<string, Outcomes> {
  const found = new Map<string, Outcomes>();
  for (const [name, { body, query, params, example }] of Object.entries(contract))
    for (const [schema, input] of [
      [body, example?.body],
      [query, example?.query],
      [params, {}],
    ] as [AnyObjectSchema, unknown][]) {
      const described = schema.describe();
      for (const at of placesIn(described as never, input))
        found.set(`${name} ${at.join(".")}`, outcomesOf(schema, input ?? {}, at, choicesOf(described, at)));
    }
  return found;
}

/** Fields that answer alike stand together. */
function written(found: Map<string, Outcomes>) {
  const alike = new Map<string, { fields: string[]; outcomes: Outcomes }>();
  for (const [field, outcomes] of found) {
    const key = JSON.stringify(outcomes);
    const group = alike.get(key) ?? { fields: [], outcomes };
    alike.set(key, { ...group, fields: [...group.fields, field] });
  }
  return [...alike.values()];
}

// Hundreds of thousands of refusals are made here, and nobody reads where they come from.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
  jest.useFakeTimers({ now: new Date("2026-11-22T10:00:00Z") });
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
  jest.useRealTimers();
});

test("each field takes and refuses what stands here", () => {
  const found = everyField();
  if (process.env.UPDATE_LIMITS) writeFileSync(file, `${JSON.stringify(written(found), null, 1)}\n`);
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as ReturnType<typeof written>) : [];
  const meant = new Map(known.flatMap(({ fields, outcomes }) => fields.map((field) => [field, outcomes])));
  const differing = [...meant].filter(([field, outcomes]) => said(found.get(field)) !== said(outcomes));
  expect(Object.fromEntries(differing.map(([field]) => [field, found.get(field)]))).toEqual(
    Object.fromEntries(differing),
  );
  // What is new counts from when it is written down, at the latest before a release.
  if (process.env.TEST_ALL) expect([...found.keys()].filter((field) => !meant.has(field))).toEqual([]);
});
