import { maxBatchSize } from "../../../../shared/requests/leave/ledger/ledger.schema";
import { readOpenings } from "./opening-file";

test("columns are found by their titles or by their order", async () => {
  const byTitle = await readOpenings({ source: "Tage;Urlaubsart;Personalnummer\n12,5;Jahresurlaub;A-1" });
  const byOrder = await readOpenings({ source: "A-1\tJahresurlaub\t12,5" });
  const row = { person: "A-1", type: "Jahresurlaub", amount: "12,5", days: 12.5, isShortened: false };
  expect(byTitle.rows).toEqual([{ line: 2, ...row }]);
  expect(byOrder.rows).toEqual([{ line: 1, ...row }]);
});

test("cells that aren't numbers have no days", async () => {
  const { rows } = await readOpenings({ source: "a@b.example,Leave,twelve\nb@b.example,Leave,\nc@b.example,Leave,-3" });
  expect(rows.map(({ days }) => days)).toEqual([null, null, -3]);
});

test("an ambiguous decimal separator must be chosen", async () => {
  const source = "A;Leave;1.250\nB;Leave;7";
  const { rows, numbers } = await readOpenings({ source });
  expect([rows.map(({ days }) => days), numbers]).toEqual([[null, 7], { style: "comma", ambiguous: true }]);
  const chosen = await readOpenings({ source, numbers: "point" });
  expect(chosen.rows.map(({ days }) => days)).toEqual([1.25, 7]);
});

test("longer files are cut off one row after the limit", async () => {
  const source = Array.from({ length: maxBatchSize + 50 }, (_, at) => `P${at},Leave,1`).join("\n");
  expect((await readOpenings({ source })).rows).toHaveLength(maxBatchSize + 1);
});

test("a title above the columns is skipped, and shortened numbers are marked", async () => {
  const source = "Balances on 1 January\nPersonnel number;Type;Days\n4,91512E+11;Leave;3\n42;Leave;4";
  const { rows } = await readOpenings({ source });
  expect(rows).toMatchObject([
    { line: 3, person: "4,91512E+11", isShortened: true },
    { line: 4, person: "42", isShortened: false },
  ]);
});
