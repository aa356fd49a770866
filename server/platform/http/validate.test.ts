import { array, object, Schema } from "yup";
import { contract } from "../../../shared/contract";
import { idList } from "../../../shared/kernel/fields";
import { number } from "../../../shared/kernel/schemas";
import { validateInput } from "./validate";

let looked = 0;
const schema = object({
  list: array(
    number().transform((value: unknown) => {
      looked += 1;
      return value;
    }),
  ).max(3, "field.tooMany"),
  ids: idList("task"),
});
beforeEach(() => (looked = 0));
const refusalOf = (input: unknown) => {
  try {
    validateInput(schema, input);
    return null;
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

test("reports a list that is slightly too long as an invalid field", () => {
  expect(refusalOf({ list: [1, 2, 3, 4] })).toBe("request.invalid");
  expect(refusalOf({ list: Array(19_000).fill(1) })).toBe("request.invalid");
  expect(refusalOf({ list: [1, 2, 3] })).toBeNull();
});

test("reads a comma-separated list only up to the limit", () => {
  expect(refusalOf({ ids: "1,".repeat(480_000) })).toBe("request.invalid");
  expect(validateInput(schema, { ids: "4,5,,6" }).ids).toEqual([4, 5, 6]);
  expect((idList("task", 1_000_000).cast("1,".repeat(480_000)) as number[]).length).toBe(5_000);
});

test("validates at most one item more than a list may have", () => {
  expect(refusalOf({ list: Array(19_000).fill(1) })).toBe("request.invalid");
  expect(looked).toBeLessThan(20);
});

/** Internal methods in which Yup visits each value and its rules. */
type Inner = Record<"_cast" | "_validate", (...args: unknown[]) => unknown>;

/** Limit of visits. The longest list allowed has 5,000 items; twice as many visits take some tens of milliseconds. */
const mostLooks = 12_000;

test("captures no stack trace for invalid items", () => {
  const traced = jest.spyOn(Error, "captureStackTrace");
  expect(refusalOf({ ids: Array(1_000).fill({}) })).toBe("request.invalid");
  expect(traced).not.toHaveBeenCalled();
  traced.mockRestore();
});

test("no call takes long to reject a body of 19,000 empty items", () => {
  const looks = (["_cast", "_validate"] as const).map((name) => jest.spyOn(Schema.prototype as unknown as Inner, name));
  const greedy: string[] = [];
  for (const [name, { body }] of Object.entries(contract)) {
    for (const path of pathsOfLists(body)) {
      const input = placed(path, Array(19_000).fill({}));
      expect(() => validateInput(body, input)).toThrow("request.invalid");
      const most = Math.max(...looks.map(({ mock }) => mock.calls.length));
      if (most > mostLooks || most === 0) greedy.push(`${name} ${path.join(".")}: ${most}`);
      for (const look of looks) look.mockClear();
    }
  }
  jest.restoreAllMocks();
  expect(greedy).toEqual([]);
});

interface Described {
  type?: string;
  innerType?: Described;
  fields?: object;
}

const pathsOfLists = (schema: Described): string[][] =>
  schema.innerType
    ? [[]]
    : Object.entries<Described>({ ...schema.fields }).flatMap(([name, field]) =>
        pathsOfLists(field).map((path) => [name, ...path]),
      );

const placed = ([name, ...rest]: string[], value: unknown): object =>
  name === undefined ? (value as object) : { [name]: placed(rest, value) };
