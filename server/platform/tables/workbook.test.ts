import { relations, workbook } from "../../../tests/support/sample-files";
import { readSheet, readWorkbook } from "./workbook";

const most = { rows: 100, columns: 100 };
const cell = (at: string, words: string) => `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`;
const value = (at: string, content: string, style = 0) => `<c r="${at}" s="${style}"><v>${content}</v></c>`;
const sheet = `<row r="1">${cell("A1", "E-Mail")}${cell("C1", "Name")}</row>`;
const styles = (...codes: string[]) => ({
  name: "xl/styles.xml",
  content: `<styleSheet><numFmts>${codes.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join("")}</numFmts><cellXfs><xf numFmtId="0"/>${codes.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join("")}</cellXfs></styleSheet>`,
});
const textsOf = async (bytes: Buffer) =>
  (await readWorkbook(bytes, most)).map(({ line, cells }) => [line, ...cells.map(({ text }) => text)]);

test("reads the first sheet with gaps and empty rows", async () => {
  expect(await textsOf(workbook(`${sheet}<row r="2"/><row r="6">${cell("B6", "x")}</row>`))).toEqual([
    [1, "E-Mail", "", "Name"],
    [6, "", "x"],
  ]);
});

test("formats cells as displayed: leading zeros, percent, dates, rounding", async () => {
  const cells = [
    value("A1", "77", 1),
    value("B1", "2420.0000000000005"),
    value("C1", "0.5", 2),
    value("D1", "44230", 3),
    value("E1", "44230.5", 4),
    value("F1", "491512345678"),
    value("G1", "1.5", 5),
    value("H1", "3000.5", 6),
  ];
  const bytes = workbook(
    `<row r="1">${cells.join("")}</row>`,
    styles("00000", "0%", "dd/mm/yyyy", "[$-407]d. mmmm yyyy hh:mm", "[h]:mm", "#,##0.00\\ &quot;€&quot;"),
  );
  expect((await readWorkbook(bytes, most))[0]?.cells).toEqual([
    { text: "00077", number: "77" },
    { text: "2420", number: "2420" },
    { text: "50%", number: "0.5" },
    { text: "2021-02-03", day: "2021-02-03" },
    { text: "2021-02-03 12:00:00", day: "2021-02-03" },
    { text: "491512345678", number: "491512345678" },
    { text: "36:00", number: "1.5" },
    { text: "3,000.50 €", number: "3000.5" },
  ]);
});

test("reads formula errors, booleans and shared strings", async () => {
  const strings = {
    name: "xl/sharedStrings.xml",
    content: "<sst><si><r><t>Jür</t></r><r><t>gen</t></r><rPh><t>yomi</t></rPh></si></sst>",
  };
  const relations = {
    name: "xl/_rels/workbook.xml.rels",
    content: `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="rId2" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  };
  const rows = `<row><c t="s"><v>0</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="str"><v>_x000D_a</v></c></row>`;
  expect(await textsOf(workbook(rows, strings, relations))).toEqual([[1, "Jürgen", "true", "#N/A", "a"]]);
});

test.each([
  ["has an implausible compression ratio", workbook(sheet + " ".repeat(2_000_000))],
  ["unpacks to more than the limit", workbook(sheet, { name: "xl/media/a.xml", claims: { unpacked: 2 ** 26 } })],
  [
    "declares less than it unpacks to",
    workbook(sheet, { name: "xl/other.xml", content: "<a/>".repeat(9), claims: { unpacked: 4 } }),
  ],
  ["has a sheet twice", workbook(sheet, { name: "xl/worksheets/SHEET1.xml", content: "<worksheet/>" })],
  ["has a cell beyond the last column", workbook(`<row r="1">${cell("ZZZZZZZ1", "x")}</row>`)],
])("rejects a workbook that %s", async (_, bytes) => {
  await expect(readWorkbook(bytes, most)).rejects.toThrow();
});

describe("limits of imported tables", () => {
  const rowOf = (cells: string) => `<row>${cells}</row>`;
  const strings = (text: string) => [
    { name: "xl/sharedStrings.xml", content: `<sst><si><t>${text}</t></si></sst>` },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: relations(
        ["worksheet", "worksheets/sheet1.xml"],
        ["styles", "styles.xml"],
        ["sharedStrings", "sharedStrings.xml"],
      ),
    },
  ];
  const limits = { rows: 20_000, columns: 100 };
  const shared = '<c t="s"><v>0</v></c>';
  const tooLarge = "too many cells or characters";

  test("shared texts count at each use", async () => {
    const book = (uses: number) => workbook(rowOf(shared).repeat(uses), ...strings("x".repeat(5_000)));
    await expect(readWorkbook(book(4_001), limits)).rejects.toThrow(tooLarge);
    expect(await readWorkbook(book(4_000), limits)).toHaveLength(4_000);
  });

  test("filled cells count, empty ones don't", async () => {
    const book = (cell: string, count: number) => workbook(rowOf(cell.repeat(100)).repeat(count));
    await expect(readWorkbook(book("<c><v>1</v></c>", 5_001), limits)).rejects.toThrow(tooLarge);
    expect(await readWorkbook(book('<c s="0"/>', 6_000), limits)).toEqual([]);
  });

  test("number formats count at each use", async () => {
    const book = workbook(
      rowOf('<c s="1"><v>1</v></c>').repeat(101),
      styles(`0${'"x"'.replaceAll('"', "&quot;").repeat(70_000)}`),
    );
    await expect(readWorkbook(book, limits)).rejects.toThrow(tooLarge);
  });
});

describe("several sheets", () => {
  const book = (...sheets: string[]) =>
    workbook(
      "",
      {
        name: "xl/workbook.xml",
        content: `<workbook xmlns:r="x"><sheets>${sheets.map((_, at) => `<sheet name="Sheet ${at}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("")}</sheets></workbook>`,
      },
      {
        name: "xl/_rels/workbook.xml.rels",
        content: relations(...sheets.map((_, at): [string, string] => ["worksheet", `worksheets/sheet${at + 1}.xml`])),
      },
      ...sheets.map((rows, at) => ({
        name: `xl/worksheets/sheet${at + 1}.xml`,
        content: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      })),
    );
  const row = (at: number, ...words: string[]) =>
    `<row r="${at}">${words.map((word, column) => cell(`${"ABC"[column]}${at}`, word)).join("")}</row>`;
  const countTitles = (cells: readonly string[]) => cells.filter((text) => ["Name", "E-Mail"].includes(text)).length;
  const readMe = row(1, "Read me") + row(2, "Don't change this file");
  const people = row(3, "Name", "E-Mail") + row(4, "Jane", "j@x.test");

  test("the sheet with the column titles is read, and another one can be chosen", async () => {
    const found = await readSheet(book(readMe, people), most, { countTitles });
    expect([found.sheet, found.sheets, found.rows.length]).toEqual([1, ["Sheet 0", "Sheet 1"], 2]);
    const chosen = await readSheet(book(readMe, people), most, { countTitles, sheet: 0 });
    expect([chosen.sheet, chosen.rows.length]).toEqual([0, 2]);
  });

  test("without column titles the first sheet that isn't empty is read", async () => {
    for (const options of [{}, { countTitles }]) {
      const { sheet, rows } = await readSheet(book("", readMe, row(1, "x")), most, options);
      expect([sheet, rows.length]).toEqual([1, 2]);
    }
    expect((await readSheet(book("", ""), most, { countTitles })).rows).toEqual([]);
  });
});
