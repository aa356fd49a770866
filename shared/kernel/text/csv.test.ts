import { serializeCsv } from "./csv";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=cmd", "\uff1d1+1", '"=1'])(
  "serializeCsv writes %j as text, not as a formula",
  (note) => {
    expect(serializeCsv([[note]])).toMatch(/^\ufeff"?'/);
  },
);

test.each(["a;=1", "a; =1;b", 'a;"=1', "a\n=1", "a\r\n@x", "a\t+1", "a;b;-1", ";=1", "a;;\t;=1"])(
  "serializeCsv keeps %j text in a program that splits cells at semicolons",
  (note) => {
    const cells = serializeCsv([["Title", note, "end"]]).split(/[;\t\r\n]/);
    expect(cells.filter((cell) => /^["\s]*[=+\-@]/.test(cell))).toEqual([]);
  },
);

test("serializeCsv quotes separators, doubles quotes and writes null as empty", () => {
  expect(serializeCsv([["a,b", 'say "hi"', "two\nlines", -5, "plain - as ever; of a=b", null]])).toBe(
    '\ufeff"a,b","say ""hi""","two\nlines",-5,"plain - as ever; of a=b",\r\n',
  );
});

test("serializeCsv scans a text of 300,000 separators in linear time", () => {
  expect(serializeCsv([["\t".repeat(300_000)]])).toHaveLength(300_006);
  expect(serializeCsv([[`a${"\n".repeat(300_000)}b`]])).toHaveLength(300_007);
});
