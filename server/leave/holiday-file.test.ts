import { inputOf, readHolidays } from "./holiday-file";

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
  expect(readHolidays("BEGIN:VCALENDAR\nnonsense", years)[0]?.errors).toEqual(["leave.importUnreadable"]);
});
