import { serializeCsv } from "./csv";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=cmd", "\uff1d1+1", '"=1'])(
  "serializeCsv writes %j as text, not as a formula",
  (note) => {
    expect(serializeCsv([[note]], "en")).toMatch(/^\ufeff"?'/);
  },
);

test.each(["a;=1", "a; =1;b", 'a;"=1', "a\n=1", "a\r\n@x", "a\t+1", "a;b;-1", ";=1", "a;;\t;=1"])(
  "serializeCsv keeps %j text in a program that splits cells at semicolons",
  (note) => {
    const cells = serializeCsv([["Title", note, "end"]], "en").split(/[;\t\r\n]/);
    expect(cells.filter((cell) => /^["\s]*[=+\-@]/.test(cell))).toEqual([]);
  },
);

test("serializeCsv quotes separators, doubles quotes and writes null as empty", () => {
  expect(serializeCsv([["a,b", 'say "hi"', "two\nlines", -5, "plain - as ever; of a=b", null]], "en")).toBe(
    '\ufeff"a,b","say ""hi""","two\nlines",-5,"plain - as ever; of a=b",\r\n',
  );
});

test("serializeCsv scans a text of 300,000 separators in linear time", () => {
  expect(serializeCsv([["\t".repeat(300_000)]], "en")).toHaveLength(300_006);
  expect(serializeCsv([[`a${"\n".repeat(300_000)}b`]], "en")).toHaveLength(300_007);
});

test.each([
  ["en", '4105.55,-12.5,2026-11-28,"a;b","1,5"'],
  ["ar", '4105.55,-12.5,2026-11-28,"a;b","1,5"'],
  ["de", '4105,55;-12,5;2026-11-28;"a;b";"1,5"'],
] as const)("serializeCsv writes amounts, numbers and days in %s as values", (language, line) => {
  const cells = [{ amount: "4105.55" }, -12.5, { day: "2026-11-28" }, "a;b", "1,5"];
  expect(serializeCsv([cells], language)).toBe(`\ufeff${line}\r\n`);
});

test("serializeCsv writes a negative amount as a number, not as a text", () => {
  expect(serializeCsv([[{ amount: "-5.00" }]], "en")).toBe("\ufeff-5.00\r\n");
});
