import { wallTime } from "../communication/notifications/quiet.rules";
import { localDayIn } from "./days";
import { memoizeByText } from "./memoize-by-text";

test("memoizeByText creates a value once and evicts it beyond the limit", () => {
  const createdFor: string[] = [];
  const of = memoizeByText((text) => {
    createdFor.push(text);
    return { text };
  }, 2);
  expect([of("a"), of("a"), of("b"), of("a")].map(({ text }) => text).join("")).toBe("aaba");
  expect(createdFor.join("")).toBe("ab");
  of("c");
  of("a");
  expect(createdFor.join("")).toBe("abca");
});

/** Returns a spelling of one time zone. Spellings differ in the case of ten letters. */
const spelt = (n: number): string =>
  `America/Argentina/Bu${[..."enosaires"].map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join("")}`.replace(
    /(?=aires$)/i,
    "_",
  );

test.each([
  ["walls", (zone: string) => wallTime(new Date(0), zone).day],
  ["days", (zone: string) => localDayIn(zone, new Date(0))],
])("formatters of %s are evicted, even for different spellings of one zone", (_, ask) => {
  const formatConstructor = jest.spyOn(Intl, "DateTimeFormat");
  for (let n = 0; n < 511; n++) expect(ask(spelt(n))).toBe("1969-12-31");
  formatConstructor.mockClear();
  expect(ask(spelt(0))).toBe("1969-12-31");
  expect(formatConstructor).toHaveBeenCalledTimes(1);
  formatConstructor.mockRestore();
});
