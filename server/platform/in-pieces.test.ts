import { inPieces, textOfAnswer } from "./in-pieces";

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, note: `"${id}"`, gone: undefined }));

test.each([0, 1, 200, 201, 1_000])("an answer of %i rows says what it said", async (count) => {
  for (const more of [{}, { message: "Loaded", meta: { total: count } }]) {
    const answer = { data: rows(count), ...more };
    expect(JSON.parse(await textOfAnswer(answer))).toEqual(JSON.parse(JSON.stringify(answer)));
  }
  const other = { message: "Loaded", data: { rows: rows(count), of: undefined, by: [null], at: new Date(0) } };
  expect(JSON.parse(await textOfAnswer(other))).toEqual(JSON.parse(JSON.stringify(other)));
  for (const data of [undefined, null, 5, "one"]) {
    expect(JSON.parse(await textOfAnswer({ data, message: "Loaded" }))).toEqual(
      JSON.parse(JSON.stringify({ data, message: "Loaded" })),
    );
  }
});

test.each([
  ["with gaps and dates in it", [undefined, new Date(0), () => 1, null, ...rows(2_000)]],
  ["of long lists", [rows(2_000), [], rows(1_999)]],
  ["that is the last of others", { a: undefined, b: () => 1, c: { toJSON: () => "said" }, d: rows(2_000) }],
])("a long list %s says what it said", async (_, data) => {
  const answer = { message: "Loaded", data, meta: { total: 1, at: new Date(0) } };
  expect(await textOfAnswer(answer)).toBe(JSON.stringify(answer));
});

test.each([
  ["a long list", rows(2_000)],
  ["one within an object", { rows: rows(2_000) }],
  ["one within a row of a list", [{ of: 1 }, { of: 2, more: [{ rows: rows(2_000) }] }]],
  ["many short ones", rows(500).map((row) => ({ ...row, tags: rows(10) }))],
])("%s lets others in between its rows", async (_, data) => {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await textOfAnswer({ data });
  clearImmediate(next);
  expect(turns).toBeGreaterThan(5);
});

test("what is made of rows stands in their order, with others in between", async () => {
  const seen: number[] = [];
  const turn = setImmediate(() => seen.push(-1));
  expect(await inPieces([1, 2, 3, 4, 5], 2, (row) => (seen.push(row), row * 2))).toEqual([2, 4, 6, 8, 10]);
  clearImmediate(turn);
  expect(seen.indexOf(-1)).toBe(2);
  expect(await inPieces([], 2, String)).toEqual([]);
});
