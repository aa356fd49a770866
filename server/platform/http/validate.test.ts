import { array, object, Schema } from "yup";
import { contract } from "../../../shared/contract";
import { idList } from "../../../shared/kernel/fields";
import { number } from "../../../shared/kernel/schemas";
import { validate } from "./validate";

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
    validate(schema, input);
    return null;
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

test.each([
  ["a list", { list: Array(400_000).fill(1) }],
  ["lists in a list", { list: Array.from({ length: 300 }, () => Array(100).fill(1)) }],
  ["names that nobody knows", Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`name ${n}`, 1]))],
])("%s of more than anybody sends is refused unread", (_, input) => {
  expect(refusalOf(input)).toBe("request.tooLarge");
  expect(looked).toBe(0);
});

test("a list that is a little too long is named", () => {
  expect(refusalOf({ list: [1, 2, 3, 4] })).toBe("request.invalid");
  expect(refusalOf({ list: Array(19_000).fill(1) })).toBe("request.invalid");
  expect(refusalOf({ list: [1, 2, 3] })).toBeNull();
});

test("of a list that is a text no more is read than any list may have", () => {
  expect(refusalOf({ ids: "1,".repeat(480_000) })).toBe("request.invalid");
  expect(validate(schema, { ids: "4,5,,6" }).ids).toEqual([4, 5, 6]);
  expect((idList("task", 1_000_000).cast("1,".repeat(480_000)) as number[]).length).toBe(5_000);
});

test("of a list that is too long no more is looked at than it may have, and one more", () => {
  expect(refusalOf({ list: Array(19_000).fill(1) })).toBe("request.invalid");
  expect(looked).toBeLessThan(20);
});

/** Where Yup comes to each value, and to its rules. */
type Inner = Record<"_cast" | "_validate", (...args: unknown[]) => unknown>;

/** The longest list there may be has 5,000 members. Twice as many looks are some tens of milliseconds. */
const mostLooks = 12_000;

test("where a refusal was made is written down for none of its members", () => {
  const traced = jest.spyOn(Error, "captureStackTrace");
  expect(refusalOf({ ids: Array(1_000).fill({}) })).toBe("request.invalid");
  expect(traced).not.toHaveBeenCalled();
  traced.mockRestore();
});

test("no body of 19,000 empty things keeps everybody waiting, whatever call it is sent to", () => {
  const looks = (["_cast", "_validate"] as const).map((name) => jest.spyOn(Schema.prototype as unknown as Inner, name));
  const greedy: string[] = [];
  for (const [name, { body }] of Object.entries(contract)) {
    for (const path of pathsOfLists(body)) {
      const input = placed(path, Array(19_000).fill({}));
      expect(() => validate(body, input)).toThrow("request.invalid");
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
