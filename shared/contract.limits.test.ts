import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { SchemaDescription, SchemaFieldDescription } from "yup";
import { contract } from "./contract";

/**
 * How much each field of each call takes, and what it is where nothing is sent. A bound is said once in the code, and nothing
 * else knows when it moves: it stands here a second time. What is meant is written down by `UPDATE_LIMITS=1`; a new call's
 * limits are added so, and count from then on.
 */
const file = path.join(__dirname, "contract.limits.json");

function limitsOf(name: string, field: SchemaFieldDescription): [string, string][] {
  const {
    tests = [],
    fields,
    innerType,
    default: usual,
  } = field as Partial<SchemaDescription> & {
    fields?: Record<string, SchemaFieldDescription>;
    innerType?: SchemaFieldDescription;
  };
  const bounds = tests.flatMap(({ name: kind, params }) => {
    const bound = params?.min ?? params?.max ?? params?.length ?? params?.more ?? params?.less;
    return typeof bound === "number" ? [`${kind} ${bound}`] : [];
  });
  if (["boolean", "number", "string"].includes(typeof usual)) bounds.push(`usually ${String(usual)}`);
  return [
    ...(bounds.length > 0
      ? [[name, bounds.toSorted((a, b) => a.localeCompare(b)).join(", ")] as [string, string]]
      : []),
    ...Object.entries(fields ?? {}).flatMap(([key, inner]) => limitsOf(`${name}.${key}`, inner)),
    ...(innerType ? limitsOf(`${name}[]`, innerType) : []),
  ];
}

test("no field of a call takes more, or less, than what stands here", () => {
  const limits = Object.fromEntries(
    Object.entries(contract).flatMap(([name, { body, query, params }]) =>
      [body, query, params].flatMap((schema) => limitsOf(name, schema.describe())),
    ),
  );
  if (process.env.UPDATE_LIMITS) writeFileSync(file, `${JSON.stringify(limits, null, 2)}\n`);
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>) : {};
  const gone = Object.keys(known).filter((name) => !(name.split(/[.[]/).slice(0, 2).join(".") in contract));
  expect(gone).toEqual([]);
  expect(Object.fromEntries(Object.keys(known).map((name) => [name, limits[name]]))).toEqual(known);
});
