import type { Schema } from "yup";
import {
  colorField,
  dayField,
  emailField,
  idField,
  idList,
  isValidDay,
  lineField,
  pathId,
  phoneField,
  richTextWithPicturesField,
  secretField,
  textField,
  wholeNumber,
} from "./fields";

const refused = (code: string) => ({ refused: code });
const none = undefined;

function read(schema: Schema, value: unknown): unknown {
  try {
    return schema.validateSync(value);
  } catch (error) {
    return refused((error as Error).message);
  }
}

const largest = Number.MAX_SAFE_INTEGER;
const ids = Array.from({ length: 4 }, (_, at) => at + 1);

const tables: Record<string, [schema: Schema, cases: [given: unknown, read: unknown][]]> = {
  "a phone number": [
    phoneField(),
    [
      ["+964 750 123-4567", "+964 750 123-4567"],
      ["(0511) 4/5", "(0511) 4/5"],
      ["12345", "12345"],
      ["1234", refused("field.phone")],
      ["1 2 3 4", refused("field.phone")], // valid length but too few digits
      ["12345 ext", refused("field.phone")],
      ["1+2345", refused("field.phone")],
      ["٠٧٥٠ ١٢٣ ٤٥٦٧", "0750 123 4567"],
      ["+۹۸ ۲۱ ۱۲۳۴", "+98 21 1234"],
      ["\u200e+964 750–123", "+964 750-123"],
      ["+49 511 1234 ext. 12", "+49 511 1234 ext. 12"],
      ["0511 1234 Durchwahl 12", "0511 1234 Durchwahl 12"],
      ["0511 1234;ext=12", "0511 1234;ext=12"],
      ["0511 1234 #12", "0511 1234 #12"],
      ["call me", refused("field.phone")],
      ["", null],
      [null, null],
      [none, none],
    ],
  ],
  "an id": [
    idField("task"),
    [
      [1, 1],
      ["1", 1],
      [String(largest), largest],
      [String(largest + 1), refused("field.id")],
      ["0", refused("field.id")],
      [0, refused("field.id")],
      [-1, refused("field.id")],
      ["01", refused("field.id")],
      ["1.0", refused("field.id")],
      [1.5, refused("field.id")],
      ["1e3", refused("field.id")],
      [" 1", refused("field.id")],
      [[1], refused("field.id")],
      [true, refused("field.id")],
      ["", none],
    ],
  ],
  "an id in a path": [
    pathId("task"),
    [
      ["7", 7],
      ["", refused("field.id")],
      ["x", refused("field.id")],
    ],
  ],
  "a list of ids": [
    idList("task", 3),
    [
      [
        [1, "2"],
        [1, 2],
      ],
      ["1,2,3", [1, 2, 3]],
      [",1,,2,", [1, 2]],
      ["", []],
      [7, [7]],
      [[], []],
      [ids.join(), refused("field.tooMany")],
      [ids, refused("field.tooMany")],
      ["1,x", refused("field.id")],
      [[0], refused("field.id")],
      [{ length: 1 }, refused("field.list")],
    ],
  ],
  text: [
    textField(4),
    [
      [" abcd ", "abcd"],
      ["abcde", refused("field.tooLong")],
      ["a\nb", "a\nb"],
      ["a\u0000", refused("field.text")],
      ["\ud800", refused("field.text")],
      [12, "12"],
      [true, "true"],
      [{ toString: "" }, refused("field.text")],
      [["a"], refused("field.text")],
    ],
  ],
  "a line of text": [
    lineField(5),
    [
      ["a\r\nb", "a b"],
      ["a\u2028\u2029b", "a b"],
      ["a\u202eb\u2066c\u200b\ufeff", "abc"],
      ["\u202e \u2060", ""],
      ["\u0626\u200c\u200e", "\u0626\u200c\u200e"],
      ["a  b", "a  b"],
    ],
  ],
  "a password": [
    secretField(3),
    [
      [" a ", " a "],
      ["abcd", refused("field.tooLong")],
      ["a\n", "a\n"],
      ["\u0000", refused("field.text")],
      ["\udc00", refused("field.text")],
      [1, refused("field.text")],
    ],
  ],
  "a day": [
    dayField(),
    [
      ["2028-02-29", "2028-02-29"],
      ["2027-02-29", refused("field.day")],
      ["2027-13-01", refused("field.day")],
      ["2027-00-10", refused("field.day")],
      ["1900-01-01", "1900-01-01"],
      ["1899-12-31", refused("field.day")],
      ["2999-12-31", "2999-12-31"],
      ["3000-01-01", refused("field.day")],
      ["9999-12-31", refused("field.day")],
      ["2027-1-1", refused("field.day")],
      ["2027-01-01T00:00:00Z", refused("field.day")],
      ["", null],
      [null, null],
      [20270101, refused("field.day")],
    ],
  ],
  "a whole number": [
    wholeNumber(2, 5),
    [
      [2, 2],
      ["5", 5],
      [1, refused("field.between?min=2&max=5")],
      [6, refused("field.between?min=2&max=5")],
      [2.5, refused("field.wholeNumber")],
      ["x", refused("field.number")],
      ["", none],
    ],
  ],
  "a colour": [
    colorField(),
    [
      ["rose", "rose"],
      ["pink", refused("field.color")],
      ["", null],
      [null, null],
      [{}, refused("field.color")],
    ],
  ],
  "an address of mail": [
    emailField(),
    [
      [" Ada@Example.ORG ", "ada@example.org"],
      ["ada@example", refused("field.email")],
      ["a b@c.de", refused("field.email")],
      ["a@@c.de", refused("field.email")],
      ["o'neil+post@büro.example", "o'neil+post@xn--bro-hoa.example"],
      // Mail programs would send mail to these addresses to a different recipient.
      ...[
        "a,b@c.de",
        "a;b@c.de",
        "team:a@c.de",
        "a<b@c.de>",
        '"a"b@c.de',
        "(a)b@c.de",
        "a@c.de,e.fg",
        "\u202ea@c.de",
      ].map((several) => [several, refused("field.email")] as [string, unknown]),
      [`${"a".repeat(249)}@b.cd`, `${"a".repeat(249)}@b.cd`],
      [`${"a".repeat(250)}@b.cd`, refused("field.tooLong")],
      ["", ""],
    ],
  ],
};

const cases = Object.entries(tables).flatMap(([name, [schema, table]]) =>
  table.map(([given, expected]): [string, unknown, Schema, unknown] => [name, given, schema, expected]),
);

test.each(cases)("%s: validating %j", (_, input, schema, expected) => {
  expect(read(schema, input)).toEqual(expected);
});

const picture = (alt: string) => `<p>x</p><img src="/files/7/preview" alt="${alt}" />`;
const wide = "x".repeat(200);

test.each([
  [picture(wide), null],
  [picture(`${"&quot;".repeat(200)}`), null],
  [picture(`${wide}y`), "field.pictureAltTooLong"],
  [`${picture(wide)}${picture(`${wide}>y`)}`, "field.pictureAltTooLong"],
  [`<p>alt="${wide}y"</p>`, null],
  ["<img a=".repeat(10_000), null],
])("the descriptions of pictures are limited in text %#", (html, problem) => {
  expect(read(richTextWithPicturesField(100_000), html)).toEqual(problem ? refused(problem) : html);
});

test("isValidDay accepts only complete, existing calendar days", () => {
  expect(["2027-04-30", "2027-04-31", "2027-4-30", "", "x2027-04-30"].map(isValidDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
