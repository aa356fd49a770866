import { csvOf } from "./csv";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=cmd", "\uff1d1+1", '"=1'])(
  "%j is text, not a formula",
  (note) => {
    expect(csvOf([[note]])).toMatch(/^\ufeff"?'/);
  },
);

test.each(["a;=1", "a; =1;b", 'a;"=1', "a\n=1", "a\r\n@x", "a\t+1", "a;b;-1", ";=1", "a;;\t;=1"])(
  "%j is none either where semicolons divide cells",
  (note) => {
    const cells = csvOf([["Title", note, "end"]]).split(/[;\t\r\n]/);
    expect(cells.filter((cell) => /^["\s]*[=+\-@]/.test(cell))).toEqual([]);
  },
);

test("what separates is quoted, quotes are doubled, numbers are numbers, nothing is nothing", () => {
  expect(csvOf([["a,b", 'say "hi"', "two\nlines", -5, "plain - as ever; of a=b", null]])).toBe(
    '\ufeff"a,b","say ""hi""","two\nlines",-5,"plain - as ever; of a=b",\r\n',
  );
});

test("a text of nothing but separators is looked at once, not from each of them on", () => {
  expect(csvOf([["\t".repeat(300_000)]])).toHaveLength(300_006);
  expect(csvOf([[`a${"\n".repeat(300_000)}b`]])).toHaveLength(300_007);
});
