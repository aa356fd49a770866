import { UsualBytes } from "./usual-bytes";

test("what was longest is known for five minutes after it was that long", () => {
  let now = 0;
  const usual = new UsualBytes(() => now);
  usual.note("1", "ann", "/board", 200_000);
  now = 299_999;
  usual.note("1", "ann", "/board", 150_000);
  expect(usual.of("1", "ann", "/board")).toBe(200_000);
  now = 300_000;
  expect(usual.of("1", "ann", "/board")).toBe(0);
  usual.note("1", "ann", "/board", 150_000);
  expect([usual.of("1", "ann", "/board"), usual.of("1", "bob", "/board"), usual.of("2", "ann", "/board")]).toEqual([
    150_000, 150_000, 0,
  ]);
});

test("short ones aren't worth it, and of too many the oldest are forgotten", () => {
  const usual = new UsualBytes(() => 0);
  usual.note("1", "ann", "/short", 99_999);
  expect(usual.of("1", "ann", "/short")).toBe(0);
  for (let n = 0; n <= 2_500; n++) usual.note(`${n}`, "ann", "/board", 100_000);
  expect([0, 1, 2_500].map((n) => usual.of(`${n}`, "ann", "/board"))).toEqual([0, 100_000, 100_000]);
});
