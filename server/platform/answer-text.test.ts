import { textOfAnswer } from "./answer-text";

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, note: `"${id}"`, gone: undefined }));

test.each([0, 1, 200, 201, 1_000])("an answer of %i rows says what it said", async (count) => {
  for (const more of [{}, { message: "Loaded", meta: { total: count } }]) {
    const answer = { data: rows(count), ...more };
    expect(JSON.parse(await textOfAnswer(answer))).toEqual(JSON.parse(JSON.stringify(answer)));
  }
  const other = { message: "Loaded", data: { rows: rows(count) } };
  expect(await textOfAnswer(other)).toBe(JSON.stringify(other));
});

test("a long list lets others in between its rows", async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await textOfAnswer({ data: rows(2_000) });
  clearImmediate(next);
  expect(turns).toBeGreaterThan(5);
});
