import { encodeText } from "../../../../tests/support/encoded";
import { workbook } from "../../../../tests/support/sample-files";
import { maxHolidayRows } from "../../../../shared/requests/leave/calendar/calendar.schema";
import { type HolidayFileInput, holidayInputOf, readHolidays } from "./holiday-file";

const years = { from: 2027, to: 2028 };
const rowsOf = async (source: string | Buffer, options: Partial<HolidayFileInput> = {}) =>
  (await readHolidays({ source, years, ...options })).rows;

test("tables are read with and without headers, in several separators and encodings", async () => {
  const head = "Name;Date;Half;Location\nNewroz;21.03.2027;;Erbil\nChristmas Eve;2027-12-24;afternoon;\n";
  expect(await rowsOf(head)).toEqual([
    { line: 2, date: "2027-03-21", name: "Newroz", half: null, location: "Erbil", isObservance: false, errors: [] },
    {
      line: 3,
      date: "2027-12-24",
      name: "Christmas Eve",
      half: "afternoon",
      location: null,
      isObservance: false,
      errors: [],
    },
  ]);
  expect(await rowsOf('\uFEFF2027-05-01,"Labour Day, all of us"\n\n31/12/2027,Eve')).toMatchObject([
    { line: 1, date: "2027-05-01", name: "Labour Day, all of us" },
    { line: 3, date: "2027-12-31", name: "Eve" },
  ]);
  expect(await rowsOf("date;name\n24.12.2031;Heiligabend, ab Mittag")).toMatchObject([
    { name: "Heiligabend, ab Mittag" },
  ]);
  expect(await rowsOf("sep=;\nDatum;Feiertag;Hälfte\n24.12.2031;Eve;Nachmittag")).toMatchObject([
    { line: 3, name: "Eve", half: "afternoon" },
  ]);
  const korean = Buffer.from("b3afc2a52cc0ccb8a70d0a323032372d30332d30312cbbefc0cfc0fd0d0a", "hex"); // 날짜,이름 / …,삼일절 in CP949
  expect(await readHolidays({ source: korean, years })).toMatchObject({
    rows: [{ line: 2, date: "2027-03-01", name: "삼일절" }],
    text: { encoding: "euc-kr" },
  });
  const sheet =
    '<row r="1"><c t="inlineStr"><is><t>2027-05-01</t></is></c><c t="inlineStr"><is><t>May</t></is></c></row>';
  expect(await rowsOf(workbook(sheet))).toMatchObject([{ line: 1, date: "2027-05-01", name: "May" }]);
});

test("rows get leave.importOrder when the order of day and month is ambiguous", async () => {
  const table = "1/6/2027,Children\n2/7/2027,Parents\n2027-05-01,May";
  const { rows, days } = await readHolidays({ source: table, years });
  expect([days, ...rows.map(({ errors }) => errors)]).toEqual([
    { style: "dmy", ambiguous: true },
    ["leave.importOrder"],
    ["leave.importOrder"],
    [],
  ]);
  const chosen = await rowsOf(table, { days: "mdy" });
  expect(chosen.map(({ date }) => date)).toEqual(["2027-01-06", "2027-02-07", "2027-05-01"]);
});

test("invalid rows get an error while valid rows are kept", async () => {
  const rows = await rowsOf("2027-02-30,Never\n2027-03-01,\nsoon,Someday\n2027-03-02,Half,noon\n2027-03-03,Good");
  expect(rows.map(({ line, errors }) => [line, errors])).toEqual([
    [1, ["people.import.day"]],
    [2, ["field.required"]],
    [3, ["people.import.day"]],
    [4, ["field.oneOf"]],
    [5, []],
  ]);
  expect(holidayInputOf(rows[4] as never)).toEqual({ date: "2027-03-03", name: "Good", half: null, location: null });
});

const calendar = (...events: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...events.flatMap((event) => ["BEGIN:VEVENT", event, "END:VEVENT"]),
    "END:VCALENDAR",
  ].join("\r\n");

test("multi-day and yearly events are expanded; timed events get an error", async () => {
  const rows = await rowsOf(
    calendar(
      "SUMMARY:Easter\r\nDTSTART;VALUE=DATE:20270328\r\nDTEND;VALUE=DATE:20270330",
      "SUMMARY:May\r\nDTSTART;VALUE=DATE:20200501\r\nRRULE:FREQ=YEARLY",
      "SUMMARY:Lunch\r\nDTSTART:20270501T120000Z",
    ),
  );
  expect(rows.map(({ line, date, name, errors }) => [line, date, name, errors])).toEqual([
    [1, "2027-03-28", "Easter", []],
    [1, "2027-03-29", "Easter", []],
    [2, "2027-05-01", "May", []],
    [2, "2028-05-01", "May", []],
    [3, null, "Lunch", ["leave.importNoDay"]],
  ]);
  await expect(rowsOf("BEGIN:VCALENDAR\nnonsense")).rejects.toThrow();
  expect(await rowsOf("2027-01-01,x\n".repeat(3_000))).toHaveLength(maxHolidayRows + 1);
  const day = "SUMMARY:x\r\nDTSTART;VALUE=DATE:20270101";
  const oversizedFile = calendar(...Array.from({ length: maxHolidayRows + 9 }, () => day));
  expect(await rowsOf(oversizedFile)).toHaveLength(maxHolidayRows + 1);
});

test.each(["SECONDLY", "MINUTELY", "HOURLY", "MONTHLY", "DAILY", "WEEKLY;BYDAY=MO"])(
  "an event that repeats %s is rejected",
  async (frequency) => {
    const rows = await rowsOf(calendar(`SUMMARY:x\r\nDTSTART;VALUE=DATE:20270101\r\nRRULE:FREQ=${frequency}`));
    expect(rows.map(({ errors }) => errors)).toEqual([["leave.importRepeats"]]);
  },
);

test.each([
  "DAILY;BYMONTH=2;BYMONTHDAY=31",
  "DAILY;BYMONTH=2;BYMONTHDAY=31;UNTIL=99991231",
  "YEARLY;BYMONTH=2;BYMONTHDAY=31",
  "YEARLY;BYMONTH=1;BYDAY=6MO",
  "YEARLY;BYYEARDAY=366",
])("a rule that may never match yields no dates: %s", async (rule) => {
  const rows = await rowsOf(calendar(`SUMMARY:x\r\nDTSTART;VALUE=DATE:20270101\r\nRRULE:FREQ=${rule}`));
  expect(rows.flatMap(({ date }) => date ?? [])).toEqual([]);
});

test("a BYDAY rule is expanded, and a rule with a billion dates terminates", async () => {
  const rule = (start: string, rest: string) =>
    rowsOf(calendar(`SUMMARY:x\r\nDTSTART;VALUE=DATE:${start}\r\nRRULE:FREQ=${rest}`));
  expect((await rule("20261126", "YEARLY;BYMONTH=11;BYDAY=4TH")).map(({ date }) => date)).toEqual([
    "2027-11-25",
    "2028-11-23",
  ]);
  expect(await rule("00010101", "DAILY;COUNT=1000000000")).toEqual([]);
});

test("daily and weekly rules with an end are expanded", async () => {
  const rule = "SUMMARY:x\r\nDTSTART;VALUE=DATE:20270101\r\nRRULE:FREQ=";
  const dates = async (rest: string) => (await rowsOf(calendar(`${rule}${rest}`))).map(({ date }) => date);
  expect(await dates("WEEKLY;COUNT=2")).toEqual(["2027-01-01", "2027-01-08"]);
  expect(await dates("DAILY;UNTIL=20270102")).toEqual(["2027-01-01", "2027-01-02"]);
});

describe("calendars from other programs", () => {
  const datesOf = async (content: string, range = years) =>
    (await rowsOf(content, { years: range })).map(({ date, name, errors }) =>
      errors.length > 0 ? errors[0] : `${date} ${name}`,
    );
  const yearly = "UID:a\r\nSUMMARY:Day\r\nDTSTART;VALUE=DATE:20200610\r\nRRULE:FREQ=YEARLY";

  test("a moved date of a series replaces the original date", async () => {
    const moved = "UID:a\r\nSUMMARY:Moved\r\nRECURRENCE-ID;VALUE=DATE:20270610\r\nDTSTART;VALUE=DATE:20270611";
    expect(await datesOf(calendar(yearly, moved))).toEqual(["2028-06-10 Day", "2027-06-11 Moved"]);
  });

  test("cancelled events, cancelled dates and excluded dates are left out", async () => {
    expect(await datesOf(calendar(`${yearly}\r\nSTATUS:CANCELLED`))).toEqual([]);
    const cancelled = "UID:a\r\nRECURRENCE-ID;VALUE=DATE:20270610\r\nDTSTART;VALUE=DATE:20270610\r\nSTATUS:CANCELLED";
    expect(await datesOf(calendar(yearly, cancelled))).toEqual(["2028-06-10 Day"]);
    expect(await datesOf(calendar(`${yearly}\r\nEXDATE;VALUE=DATE:20280610`))).toEqual(["2027-06-10 Day"]);
  });

  test("the latest version of an event is used", async () => {
    const once = (day: string, sequence: number) =>
      `UID:b\r\nSEQUENCE:${sequence}\r\nSUMMARY:x\r\nDTSTART;VALUE=DATE:${day}`;
    expect(await datesOf(calendar(once("20270102", 1), once("20270101", 0)))).toEqual(["2027-01-02 x"]);
  });

  test("29 February occurs only in leap years", async () => {
    const leap = "SUMMARY:Leap\r\nDTSTART;VALUE=DATE:20240229\r\nRRULE:FREQ=YEARLY";
    expect(await datesOf(calendar(leap), { from: 2026, to: 2032 })).toEqual(["2028-02-29 Leap", "2032-02-29 Leap"]);
  });

  test("an event from midnight to midnight counts as a whole day", async () => {
    const outlook =
      "SUMMARY:Outlook\r\nDTSTART;TZID=W. Europe Standard Time:20270328T000000\r\nDTEND;TZID=W. Europe Standard Time:20270329T000000";
    const utc = "SUMMARY:Utc\r\nDTSTART:20261231T230000Z\r\nDTEND:20270101T230000Z";
    expect(await datesOf(calendar(outlook, utc))).toEqual(["2027-03-28 Outlook", "leave.importNoDay"]);
    const zoned = calendar(utc).replace("VERSION:2.0", "VERSION:2.0\r\nX-WR-TIMEZONE:Europe/Berlin");
    expect(await datesOf(zoned)).toEqual(["2027-01-01 Utc"]);
  });

  test("UNTIL in UTC doesn't cut off the last date", async () => {
    const until = (text: string) => calendar(`${yearly};UNTIL=${text}`);
    expect(await datesOf(until("20270610T000000Z"))).toEqual(["2027-06-10 Day"]);
    const local = until("20270609T220000Z").replace("VERSION:2.0", "VERSION:2.0\r\nX-WR-TIMEZONE:Europe/Berlin");
    expect(await datesOf(local)).toEqual(["2027-06-10 Day"]);
    expect(await datesOf(until("20270609T120000Z"))).toEqual([]);
  });
});

test.each([
  ["a midnight after the last day", "1/1/2028,12:00:00 AM"],
  ["the last day", "12/31/2027,"],
])("a calendar table of Outlook with %s as end is read", async (_, end) => {
  const table = [
    "Subject,Start Date,Start Time,End Date,End Time,All day event",
    `Closed,12/28/2027,12:00:00 AM,${end},True`,
    "Dentist,12/20/2027,9:00:00 AM,12/20/2027,10:00:00 AM,False",
    "Late,12/20/2027,12:00:00 AM,12/19/2027,12:00:00 AM,True",
  ].join("\n");
  expect((await rowsOf(table)).map(({ date, name, errors }) => [date, name, ...errors])).toEqual([
    ["2027-12-28", "Closed"],
    ["2027-12-29", "Closed"],
    ["2027-12-30", "Closed"],
    ["2027-12-31", "Closed"],
    ["2027-12-20", "Dentist", "leave.importNoDay"],
    ["2027-12-20", "Late", "people.import.day"],
  ]);
});

test("observances are read with their days and marked, because people work on them", async () => {
  const day = (name: string, description: string) =>
    `SUMMARY:${name}\r\nDTSTART;VALUE=DATE:20270509\r\nDESCRIPTION:${description}`;
  const rows = await rowsOf(
    calendar(
      day("Mother's Day", "Observance\\nTo hide observances\\, go to Settings"),
      day("Muttertag", "Gedenktag"),
      day("Newroz", "Public holiday\\nTo hide observances\\, go to Settings"),
    ),
  );
  expect(rows.map(({ name, date, isObservance, errors }) => [name, date, isObservance, ...errors])).toEqual([
    ["Mother's Day", "2027-05-09", true],
    ["Muttertag", "2027-05-09", true],
    ["Newroz", "2027-05-09", false],
  ]);
});

test("days without VALUE=DATE and several calendars in a file are read", async () => {
  const first = calendar("SUMMARY:Newroz\r\nDTSTART:20270321\r\nDTEND:20270323");
  const second = calendar("SUMMARY:May\r\nDTSTART;VALUE=DATE:20270501");
  expect((await rowsOf(`${first}\r\n${second}`)).map(({ date, name }) => [date, name])).toEqual([
    ["2027-03-21", "Newroz"],
    ["2027-03-22", "Newroz"],
    ["2027-05-01", "May"],
  ]);
});

test("an export of Google Calendar is read", async () => {
  const event = (uid: string, ...lines: string[]) => [
    "BEGIN:VEVENT",
    ...lines,
    "DTSTAMP:20261126T031500Z",
    `UID:${uid}@google.com`,
    "CLASS:PUBLIC",
    "CREATED:20260801T074503Z",
    "DESCRIPTION:Public holiday\\nTo hide observances\\, go to Google Calendar Settin",
    " gs > Holidays in Iraq",
    "LAST-MODIFIED:20260801T074503Z",
    "SEQUENCE:0",
    "STATUS:CONFIRMED",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
  const content = [
    "BEGIN:VCALENDAR",
    "PRODID:-//Google Inc//Google Calendar 70.9054//EN",
    "VERSION:2.0",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "X-WR-CALNAME:Holidays",
    "X-WR-TIMEZONE:Asia/Baghdad",
    ...event("a1", "DTSTART;VALUE=DATE:20270321", "DTEND;VALUE=DATE:20270324", "SUMMARY:نەورۆز"),
    ...event(
      "b2",
      "DTSTART;VALUE=DATE:20200501",
      "DTEND;VALUE=DATE:20200502",
      "RRULE:FREQ=YEARLY",
      "SUMMARY:Labour Day",
    ),
    ...event("c3", "DTSTART:20271231T210000Z", "DTEND:20280101T210000Z", "SUMMARY:New Year"),
    ...event("d4", "DTSTART:20270505T060000Z", "DTEND:20270505T070000Z", "SUMMARY:Stand-up"),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
  expect((await rowsOf(content)).map(({ date, name, errors }) => [date, name, ...errors])).toEqual([
    ["2027-03-21", "نەورۆز"],
    ["2027-03-22", "نەورۆز"],
    ["2027-03-23", "نەورۆز"],
    ["2027-05-01", "Labour Day"],
    ["2028-05-01", "Labour Day"],
    ["2028-01-01", "New Year"],
    [null, "Stand-up", "leave.importNoDay"],
  ]);
});

test.each([
  ["English", "utf-8", "Date,Holiday,Location\r\n3/21/2027,New Year,Erbil\r\n12/24/2027,Eve,Erbil\r\n"],
  ["German", "windows-1252", "Datum;Feiertag;Ort\r\n21.03.2027;Frühling;Köln\r\n24.12.2027;Heiligabend;Köln\r\n"],
  ["Arabic", "windows-1256", "التاريخ,العطلة,المكان\r\n21/03/2027,نوروز,أربيل\r\n24/12/2027,العيد,أربيل\r\n"],
  ["Korean", "euc-kr", "날짜,공휴일,지역\r\n2027-03-21,봄날,서울\r\n2027-12-24,성탄절,서울\r\n"],
  [
    "Central Kurdish",
    "utf-16le",
    "\ufeffبەروار\tپشوو\tشوێن\r\n٢١/٠٣/٢٠٢٧\tنەورۆز\tهەولێر\r\n٢٤/١٢/٢٠٢٧\tجەژن\tهەولێر\r\n",
  ],
])("a table exported from Excel in %s is read", async (_, encoding, text) => {
  const rows = await rowsOf(encodeText(text, encoding));
  const [, ...lines] = text.trim().split("\r\n");
  expect(rows.map(({ date, name, location, errors }) => [date, name, location, ...errors])).toEqual(
    lines.map((line, at) => [["2027-03-21", "2027-12-24"][at], ...line.split(/[,;\t]/).slice(1)]),
  );
});

test("a title above the columns is left out", async () => {
  const rows = await rowsOf("Holidays 2027;;\nDate;Name;Location\n2027-03-21;Newroz;Erbil");
  expect(rows).toMatchObject([{ line: 3, date: "2027-03-21", name: "Newroz", location: "Erbil", errors: [] }]);
});
