import { mapInChunks, stringifyInChunks } from "./chunked-json";

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, note: `"${id}"`, gone: undefined }));

test.each([0, 1, 200, 201, 1_000])(
  "stringifyInChunks serializes a response of %i rows like JSON.stringify",
  async (count) => {
    for (const extraFields of [{}, { message: "Loaded", meta: { total: count } }]) {
      const answer = { data: rows(count), ...extraFields };
      expect(JSON.parse(await stringifyInChunks(answer))).toEqual(JSON.parse(JSON.stringify(answer)));
    }
    const other = { message: "Loaded", data: { rows: rows(count), of: undefined, by: [null], at: new Date(0) } };
    expect(JSON.parse(await stringifyInChunks(other))).toEqual(JSON.parse(JSON.stringify(other)));
    for (const data of [undefined, null, 5, "one"]) {
      expect(JSON.parse(await stringifyInChunks({ data, message: "Loaded" }))).toEqual(
        JSON.parse(JSON.stringify({ data, message: "Loaded" })),
      );
    }
  },
);

test.each([
  ["with holes and dates", [undefined, new Date(0), () => 1, null, ...rows(2_000)]],
  ["of long arrays", [rows(2_000), [], rows(1_999)]],
  ["as the last value", { a: undefined, b: () => 1, c: { toJSON: () => "said" }, d: rows(2_000) }],
])("stringifyInChunks serializes a long list %s like JSON.stringify", async (_, data) => {
  const answer = { message: "Loaded", data, meta: { total: 1, at: new Date(0) } };
  expect(await stringifyInChunks(answer)).toBe(JSON.stringify(answer));
});

test.each([
  ["a long array", rows(2_000)],
  ["a long array in an object", { rows: rows(2_000) }],
  ["a long array in an array element", [{ of: 1 }, { of: 2, more: [{ rows: rows(2_000) }] }]],
  ["many short arrays", rows(500).map((row) => ({ ...row, tags: rows(10) }))],
])("stringifyInChunks yields to the event loop while serializing %s", async (_, data) => {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await stringifyInChunks({ data });
  clearImmediate(next);
  expect(turns).toBeGreaterThan(5);
});

test("mapInChunks maps rows in order and yields to the event loop between chunks", async () => {
  const order: number[] = [];
  const turn = setImmediate(() => order.push(-1));
  expect(await mapInChunks([1, 2, 3, 4, 5], 2, (row) => (order.push(row), row * 2))).toEqual([2, 4, 6, 8, 10]);
  clearImmediate(turn);
  expect(order.indexOf(-1)).toBe(2);
  expect(await mapInChunks([], 2, String)).toEqual([]);
});
