import { ArraySchema, ObjectSchema, type Schema } from "yup";
import { contract } from "../contract";
import type { Endpoint } from "./endpoint";
import { emailField, textField } from "./fields";

const length = 100_000;
const repeated = (text: string) => text.repeat(Math.ceil(length / text.length));
const texts = [
  `a@${repeated(".")} b`,
  `a@${repeated("a.")}"`,
  ...["1", "1,", "1:", "a", "a-", " ", "\n ", "-", "_", "=", "A1 ", "1h ", "٣", "é"].map(
    (part) => `${repeated(part)}\u0001!`,
  ),
];

function leavesOf(schema: Schema, found: Map<string, Schema>): void {
  if (schema instanceof ObjectSchema)
    for (const field of Object.values(schema.fields)) leavesOf(field as Schema, found);
  else if (schema instanceof ArraySchema && schema.innerType) leavesOf(schema.innerType as Schema, found);
  else if ("describe" in schema) found.set(JSON.stringify({ ...schema.describe(), meta: null }), schema);
}

/** CPU time that a function uses in this process, in milliseconds. */
function cost(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test("every field of every call rejects an oversized text quickly", () => {
  const fields = new Map<string, Schema>();
  for (const endpoint of Object.values(contract) as Endpoint[])
    for (const schema of [endpoint.params, endpoint.query, endpoint.body]) leavesOf(schema, fields);
  expect(fields.size).toBeGreaterThan(50);
  for (const [kind, field] of fields)
    for (const text of texts) {
      const ms = cost(() => {
        try {
          field.validateSync(text, { abortEarly: false, disableStackTrace: true });
        } catch {
          // Most fields reject the text.
        }
      });
      if (ms > 1_000) throw new Error(`${ms} ms for ${text.slice(0, 6)}… in ${kind}`);
    }
});

test("an oversized text gets one error, even if cut inside a surrogate pair", () => {
  const errorOf = (schema: Schema, text: string) => {
    try {
      return schema.validateSync(text, { abortEarly: false });
    } catch (error) {
      return (error as { errors: string[] }).errors;
    }
  };
  expect(errorOf(textField(3), "abc")).toBe("abc");
  expect(errorOf(textField(3), "  abc  ")).toBe("abc");
  expect(errorOf(textField(3), "abcd")).toEqual(["field.tooLong"]);
  expect(errorOf(textField(3), "abc😀")).toEqual(["field.tooLong"]);
  expect(errorOf(textField(3).max(5), "abcdef")).toEqual(["field.tooLong"]);
  expect(errorOf(emailField(), `${"a".repeat(300)}@b.example`)).toContain("field.tooLong");
});
