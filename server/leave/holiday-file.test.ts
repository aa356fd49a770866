import { inputOf, mostRows, readHolidays } from "./holiday-file";

const years = { from: 2027, to: 2028 };

test("a table, with or without a head, whatever divides it", () => {
  const head = "Name;Date;Half;Location\nNewroz;21.03.2027;;Erbil\nChristmas Eve;2027-12-24;afternoon;\n";
  expect(readHolidays(head, years)).toEqual([
    { line: 2, date: "2027-03-21", name: "Newroz", half: null, location: "Erbil", errors: [] },
    { line: 3, date: "2027-12-24", name: "Christmas Eve", half: "afternoon", location: null, errors: [] },
  ]);
  expect(readHolidays('\uFEFF2027-05-01,"Labour Day, all of us"\n\n1/6/2027\tChildren', years)).toMatchObject([
    { line: 1, date: "2027-05-01", name: "Labour Day, all of us" },
    { date: "2027-06-01", name: "Children" },
  ]);
});

test("each row says what is wrong with it, and the others stay good", () => {
  const rows = readHolidays(
    "2027-02-30,Never\n2027-03-01,\nsoon,Someday\n2027-03-02,Half,noon\n2027-03-03,Good",
    years,
  );
  expect(rows.map(({ line, errors }) => [line, errors])).toEqual([
    [1, ["field.day"]],
    [2, ["field.required"]],
    [3, ["field.day"]],
    [4, ["field.oneOf"]],
    [5, []],
  ]);
  expect(inputOf(rows[4] as never)).toEqual({ date: "2027-03-03", name: "Good", half: null, location: null });
});

const calendar = (...events: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...events.flatMap((event) => ["BEGIN:VEVENT", event, "END:VEVENT"]),
    "END:VCALENDAR",
  ].join("\r\n");

test("a calendar: several days, what comes back every year, and what has a time of day", () => {
  const rows = readHolidays(
    calendar(
      "SUMMARY:Easter\r\nDTSTART;VALUE=DATE:20270328\r\nDTEND;VALUE=DATE:20270330",
      "SUMMARY:May\r\nDTSTART;VALUE=DATE:20200501\r\nRRULE:FREQ=YEARLY",
      "SUMMARY:Lunch\r\nDTSTART:20270501T120000Z",
    ),
    years,
  );
  expect(rows.map(({ line, date, name, errors }) => [line, date, name, errors])).toEqual([
    [1, "2027-03-28", "Easter", []],
    [1, "2027-03-29", "Easter", []],
    [2, "2027-05-01", "May", []],
    [2, "2028-05-01", "May", []],
    [3, null, "Lunch", ["leave.importNoDay"]],
  ]);
  expect(() => readHolidays("BEGIN:VCALENDAR\nnonsense", years)).toThrow();
  expect(readHolidays("2027-01-01,x\n".repeat(3_000), years)).toHaveLength(mostRows + 1);
  const day = "SUMMARY:x\r\nDTSTART;VALUE=DATE:20270101";
  const many = calendar(...Array.from({ length: mostRows + 9 }, () => day));
  expect(readHolidays(many, years)).toHaveLength(mostRows + 1);
});

test.each(["SECONDLY", "MINUTELY", "HOURLY", "MONTHLY", "DAILY", "WEEKLY;BYDAY=MO"])(
  "what comes back %s is no holiday",
  (frequency) => {
    const rows = readHolidays(calendar(`SUMMARY:x\r\nDTSTART;VALUE=DATE:20270101\r\nRRULE:FREQ=${frequency}`), years);
    expect(rows.map(({ errors }) => errors)).toEqual([["leave.importRepeats"]]);
  },
);

test.each([
  "DAILY;BYMONTH=2;BYMONTHDAY=31",
  "DAILY;BYMONTH=2;BYMONTHDAY=31;UNTIL=99991231",
  "YEARLY;BYMONTH=2;BYMONTHDAY=31",
  "YEARLY;BYMONTH=1;BYDAY=6MO",
  "YEARLY;BYYEARDAY=366",
])("a rule that may never match isn't searched: %s", (rule) => {
  const rows = readHolidays(calendar(`SUMMARY:x\r\nDTSTART;VALUE=DATE:20270101\r\nRRULE:FREQ=${rule}`), years);
  expect(rows.flatMap(({ date }) => date ?? [])).toEqual([]);
});

test("the fourth Thursday of November comes every year, and a rule of ages ends", () => {
  const rule = (start: string, rest: string) =>
    readHolidays(calendar(`SUMMARY:x\r\nDTSTART;VALUE=DATE:${start}\r\nRRULE:FREQ=${rest}`), years);
  expect(rule("20261126", "YEARLY;BYMONTH=11;BYDAY=4TH").map(({ date }) => date)).toEqual(["2027-11-25", "2028-11-23"]);
  expect(rule("00010101", "DAILY;COUNT=1000000000")).toEqual([]);
});

test("by days or weeks it comes back for a while", () => {
  const rule = "SUMMARY:x\r\nDTSTART;VALUE=DATE:20270101\r\nRRULE:FREQ=";
  const dates = (rest: string) => readHolidays(calendar(`${rule}${rest}`), years).map(({ date }) => date);
  expect(dates("WEEKLY;COUNT=2")).toEqual(["2027-01-01", "2027-01-08"]);
  expect(dates("DAILY;UNTIL=20270102")).toEqual(["2027-01-01", "2027-01-02"]);
});
