import { workbook } from "../../../tests/support/sample-files";
import { sheetOf } from "./workbook";

const cell = (at: string, words: string) => `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`;
const sheet = `<row r="1">${cell("A1", "E-Mail")}${cell("C1", "Name")}</row>`;

describe("a workbook of people", () => {
  test("its first sheet", async () => {
    expect(await sheetOf(workbook(sheet))).toEqual([["E-Mail", null, "Name"]]);
  });

  test.each([
    ["is packed like nothing that people write", workbook(sheet + " ".repeat(2_000_000))],
    ["unpacks to more than any list", workbook(sheet, { name: "xl/media/a.xml", claims: { unpacked: 2 ** 26 } })],
    [
      "says less than it unpacks to",
      workbook(sheet, { name: "xl/other.xml", content: "<a/>".repeat(9), claims: { unpacked: 4 } }),
    ],
    ["has a sheet twice", workbook(sheet, { name: "xl/worksheets/SHEET1.xml", content: "<worksheet/>" })],
  ])("what %s is refused", async (_, bytes) => {
    await expect(sheetOf(bytes)).rejects.toThrow();
  });
});
