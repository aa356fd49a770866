import fc from "fast-check";
import { serializeCsv, removeFormulaGuard } from "../../../shared/kernel/text/csv";
import { decodeText } from "./encoding";
import { readTable } from "./table";

const saved = {
  "windows-1252":
    "4e616d653b4f72740d0a4afc7267656e204dfc6c6c65723b486f660d0a4d617269e42048696d6d656c66616872743b486f660d0a4ae9e972656d79204c6566e87672653b486f66",
  "windows-1250":
    "4e616d653b4f72740d0aa3756b61737a2057f36a63696b3b486f660d0a4b616d69f1736b693b486f660d0a4a69f8ed2044766ff8e16b3b486f66",
  "windows-1251": "4e616d653b4f72740d0ac8e2e0ed20cfe5f2f0eee23b486f660d0acde0f2e0ebfcff20d1ece8f0edeee2e03b486f66",
  "windows-1254":
    "4e616d653b4f72740d0a4179fe652059fd6c64fd7a3b486f660d0a446ff0616e20c761f06c61723b486f660d0afe756c653b486f66",
  "windows-1256": "4e616d653b4f72740d0ae3cde3cf20dae1ed3b486f660d0ac7cde3cf20c7e1dfd1cfed3b486f66",
  "euc-kr": "4e616d653b4f72740d0ab1e8b9cebcf63b486f660d0ac0ccbfb5c8f13b486f660d0abcadbfef20bababbe73b486f66",
  shift_jis: "4e616d653b4f72740d0a8e52936391be98593b486f660d0a97e896d888ea98593b486f66",
  gb18030: "4e616d653b4f72740d0ad5c5ceb03b486f660d0acdf5b7bc3b486f660d0ac0eec4c83b486f66",
  macintosh: "4e616d653b4f72740d0a4a9f7267656e204d9f6c6c65723b486f660d0a4a9a7267205363688a6665723b486f66",
} as const;

describe("encoding", () => {
  test.each(Object.entries(saved))("detects %s in a list of names", (encoding, hex) => {
    const bytes = Buffer.from(hex, "hex");
    expect(decodeText(bytes)).toMatchObject({ encoding, isDoubtful: false });
    expect(decodeText(bytes).text).toBe(new TextDecoder(encoding).decode(bytes));
  });

  test("detects UTF-8 and UTF-16 with and without a byte order mark", () => {
    const text = "Name;Ort\nJürgen;Köln";
    const wide = Buffer.from(text, "utf16le");
    expect(decodeText(Buffer.from(text))).toEqual({ text, encoding: "utf-8", isDoubtful: false });
    expect(decodeText(Buffer.from(`\ufeff${text}`))).toMatchObject({ text, encoding: "utf-8" });
    expect(decodeText(wide)).toEqual({ text, encoding: "utf-16le", isDoubtful: false });
    expect(decodeText(Buffer.concat([Buffer.from("fffe", "hex"), wide]))).toMatchObject({ text, encoding: "utf-16le" });
    expect(decodeText(Buffer.from(wide).swap16())).toMatchObject({ text, encoding: "utf-16be" });
  });

  test("reports doubt for damaged, doubly encoded or wrongly decoded text", () => {
    expect(decodeText(Buffer.from("J\ufffdrgen")).isDoubtful).toBe(true);
    expect(decodeText(Buffer.from("JÃ¼rgen")).isDoubtful).toBe(true);
    expect(decodeText(Buffer.from("4afc7267656e", "hex"), "utf-8").isDoubtful).toBe(true);
    expect(decodeText(Buffer.from("4afc7267656e", "hex"), "windows-1252")).toMatchObject({
      text: "Jürgen",
      isDoubtful: false,
    });
  });
});

const rowsOf = async (text: string) =>
  (await readTable(Buffer.from(text), { mostRows: 100 })).rows.map(({ line, cells }) => [
    line,
    ...cells.map((cell) => cell.text),
  ]);

describe("separator", () => {
  test.each([
    ["semicolons, with commas in cells", "a;b;c\nMüller, Jürgen;3.000,50;Hof", ["Müller, Jürgen", "3.000,50", "Hof"]],
    ["tabs, with empty cells", "a\tb\tc\nMüller, Jürgen\t\tHof; Süd", ["Müller, Jürgen", "", "Hof; Süd"]],
    ["commas, with semicolons in cells", "a,b,c\nx,Hof; Süd,z", ["x", "Hof; Süd", "z"]],
    ["commas, with quoted commas and line ends", 'a,b,c\n"x, ""y""","1\n2",z', ['x, "y"', "1\n2", "z"]],
    ["bars", "a|b|c\nx|y, z|w", ["x", "y, z", "w"]],
    ["the separator named by the first line", "sep=;\na;b,b;c\nx;y,y;z", ["x", "y,y", "z"]],
    ["commas, with a quote that is never closed", 'a,b,c\n"x,y,z', ['"x', "y", "z"]],
  ])("splits rows at one separator per file: %s", async (_, text, cells) => {
    expect((await rowsOf(text)).at(-1)?.slice(1)).toEqual(cells);
  });

  test("numbers each row by its first line in the file", async () => {
    expect(await rowsOf('a,b\n\n\nx,y\n"1\n2\n3",z\nu,v')).toEqual([
      [1, "a", "b"],
      [4, "x", "y"],
      [5, "1\n2\n3", "z"],
      [8, "u", "v"],
    ]);
    expect((await rowsOf("sep=;\r\na;b\r\n\r\nx;y")).map(([line]) => line)).toEqual([2, 4]);
  });
});

test("rejects old workbooks and web pages", async () => {
  for (const bytes of [
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.from("<html><table><tr><td>a"),
    Buffer.from('<?xml version="1.0"?>'),
  ])
    await expect(readTable(bytes, { mostRows: 9 })).rejects.toThrow();
});

test("reads exported CSV files back unchanged", async () => {
  const piece = fc.constantFrom("=", "+", "-", "@", ";", ",", '"', "\n", "\t", " ", "a", "ü", "1");
  const cell = fc.array(piece, { maxLength: 8 }).map((pieces) => `x${pieces.join("")}x`);
  const guarded = fc.constantFrom("=1+1", "+49 30", "-5", "@me", "a;=b", "a;b");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.oneof(cell, guarded), cell), { minLength: 1, maxLength: 5 }),
      async (rows) => {
        const { rows: read } = await readTable(Buffer.from(serializeCsv([["first", "second"], ...rows], "en")), {
          mostRows: 100,
        });
        expect(read.slice(1).map(({ cells }) => cells.map(({ text }) => removeFormulaGuard(text)))).toEqual(rows);
      },
    ),
  );
});

test("rejects texts with more filled cells than imported tables may have", async () => {
  const lines = (count: number) => Buffer.from(`${"1;".repeat(99)}1\n`.repeat(count));
  const read = (count: number) => readTable(lines(count), { mostRows: 10_000, separator: ";" });
  await expect(read(5_001)).rejects.toThrow("too many cells");
  expect((await read(5_000)).rows).toHaveLength(5_000);
});

describe("rows above the column titles", () => {
  const countTitles = (cells: readonly string[]) =>
    cells.filter((cell) => ["Name", "E-Mail", "Team"].includes(cell)).length;
  const read = (text: string, options: object = {}) =>
    readTable(Buffer.from(text), { mostRows: 100, countTitles, ...options });
  const report =
    "Employees, as of 28 November\nFilter: active\n\nName;E-Mail;Team\nDoe, Jane;j@x.test;Sales\nRoe, Max;m@x.test;Sales";

  test("are left out, and don't decide the separator", async () => {
    const { rows, layout, text } = await read(report);
    expect([text?.separator, layout.head, rows.length]).toEqual([";", 4, 3]);
    expect(rows[1]?.cells.map((cell) => cell.text)).toEqual(["Doe, Jane", "j@x.test", "Sales"]);
    expect(layout.firstLines[0]).toEqual({ line: 1, text: "Employees, as of 28 November" });
  });

  test("another line can be chosen", async () => {
    expect((await read(report, { head: 5 })).rows[0]?.cells[0]?.text).toBe("Doe, Jane");
    expect((await read(report, { head: 1 })).rows).toHaveLength(5);
    expect((await read(report, { head: 900 })).layout.head).toBe(4);
  });

  test("a data row isn't taken for the titles", async () => {
    expect((await read("Nome;Correio;Equipa\nName;team@x.test;Team\nE-Mail;a@x.test;Team")).layout.head).toBe(1);
  });

  test("one matching cell is too little to leave rows out", async () => {
    expect((await read("a;b\nName;1")).rows).toHaveLength(2);
  });

  test("as many data rows as allowed are read below them", async () => {
    const lines = Array.from({ length: 120 }, (_, at) => `P${at};p@x.test;Sales`).join("\n");
    const { rows } = await read(`Report\n\nName;E-Mail;Team\n${lines}`, { mostRows: 100 });
    expect(rows.length).toBeGreaterThan(101);
  });
});
