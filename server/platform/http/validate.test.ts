import { array, object } from "yup";
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
