import { wallTime } from "../notifications/quiet.rules";
import { dayIn } from "../time/days.rules";
import { keptFor } from "./kept-for";

test("what was made is made once, and no more is kept than there is room for", () => {
  const made: string[] = [];
  const of = keptFor((text) => {
    made.push(text);
    return { text };
  }, 2);
  expect([of("a"), of("a"), of("b"), of("a")].map(({ text }) => text).join("")).toBe("aaba");
  expect(made.join("")).toBe("ab");
  of("c");
  of("a");
  expect(made.join("")).toBe("abca");
});

/** One zone, spelt in ever new ways: the last ten letters tell them apart. */
const spelt = (n: number): string =>
  `America/Argentina/Bu${[..."enosaires"].map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join("")}`.replace(
    /(?=aires$)/i,
    "_",
  );

test.each([
  ["walls", (zone: string) => wallTime(new Date(0), zone).day],
  ["days", (zone: string) => dayIn(zone, new Date(0))],
])("clocks of %s don't pile up, however a zone is spelt", (_, ask) => {
  const made = jest.spyOn(Intl, "DateTimeFormat");
  for (let n = 0; n < 511; n++) expect(ask(spelt(n))).toBe("1969-12-31");
  made.mockClear();
  expect(ask(spelt(0))).toBe("1969-12-31");
  expect(made).toHaveBeenCalledTimes(1); // it was let go
  made.mockRestore();
});
