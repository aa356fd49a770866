import { languageCodes } from "../../../shared/kernel/languages";
import { formatsOf } from "../../platform/intl/formats";
import { parseTypedTime } from "./parse-time";

test.each(["", "soon", "24:00", "9:60", "99", "12345"])("%j isn't a valid time", (typed) =>
  expect(parseTypedTime(typed)).toBeNull(),
);

test.each([
  ["9", "09:00"],
  ["930", "09:30"],
  ["1745", "17:45"],
  ["9.05", "09:05"],
  ["2:15 pm", "14:15"],
  ["12 am", "00:00"],
  ["12:30 p.m.", "12:30"],
  ["오전 12:10", "00:10"],
  ["오후 3:00", "15:00"],
  ["٠٩:٣٠", "09:30"],
  ["۱۴:۰۵", "14:05"],
])("%s is parsed as %s", (typed, time) => expect(parseTypedTime(typed)).toBe(time));

test("hours alone are incomplete while typing", () => {
  expect([parseTypedTime("9", true), parseTypedTime("9:3", true), parseTypedTime("9:30", true)]).toEqual([
    null,
    null,
    "09:30",
  ]);
});

test.each(languageCodes)("every quarter of an hour formatted in %s is parsed again", (language) => {
  const { time } = formatsOf(language);
  for (let quarter = 0; quarter < 96; quarter++) {
    const at = new Date(Date.UTC(2026, 0, 1, 0, quarter * 15));
    expect(parseTypedTime(time(at, "UTC"))).toBe(at.toISOString().slice(11, 16));
  }
});

test("24:00 is accepted only as the end of a day", () => {
  expect([parseTypedTime("24:00"), parseTypedTime("24:00", true, true), parseTypedTime("24", false, true)]).toEqual([
    null,
    "24:00",
    "24:00",
  ]);
  expect(parseTypedTime("24:15", true, true)).toBeNull();
});
