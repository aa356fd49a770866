import { parseDayIn, dayStyleOf } from "./written-days";

test.each([
  "2021-02-03",
  "2021-2-3",
  "2021/02/03",
  "20210203",
  "2021-02-03 00:00:00",
  "2021-02-03T00:00:00Z",
  "2021-02-03T08:30",
  "03.02.2021",
  "3.2.2021 00:00",
  "3 February 2021",
  "Feb 3, 2021",
  "Wednesday, February 3rd, 2021",
  "03-Feb-2021",
  "3. Februar 2021",
  "٣ فبراير ٢٠٢١",
  "3 شباط 2021",
  "2021년 2월 3일",
  "2021. 2. 3.",
  "3 شوبات 2021",
  "Mittwoch, 3. Februar 2021",
  "Mi, 03.02.2021",
  "Mi., 03.02.2021",
  "2021년 2월 3일 수요일",
  "2021. 2. 3. (수)",
  "الأربعاء، 3 فبراير، 2021",
  "Wed 3 Feb 2021",
  "44230",
])("parseDayIn parses %s without a style", (cell) => expect(parseDayIn(null, cell)).toBe("2021-02-03"));

test.each([
  "3/2/2021",
  "03.02.21 x",
  "31.02.2021",
  "2021-13-01",
  "soon",
  "",
  "2021-02-03T23:00:00Z",
  "3 Foo 2021",
  "12",
])("parseDayIn returns null without a style for %s", (cell) => expect(parseDayIn(null, cell)).toBeNull());

test("dayStyleOf detects from a column whether day or month comes first", () => {
  expect(dayStyleOf(["1/2/2027", "13/2/2027"])).toEqual({ style: "dmy", isAmbiguous: false });
  expect(dayStyleOf(["1/2/2027", "2/13/2027"])).toEqual({ style: "mdy", isAmbiguous: false });
  expect(dayStyleOf(["1/2/2027"])).toEqual({ style: "dmy", isAmbiguous: true });
  expect(dayStyleOf(["13/2/2027", "2/13/2027"])).toMatchObject({ isAmbiguous: true });
  expect(dayStyleOf(["2/2/2027", "1.3.2027", "2027-04-05"])).toMatchObject({ isAmbiguous: false });
  expect(dayStyleOf(["44230", "44231"])).toEqual({ style: "serial", isAmbiguous: false });
  expect(dayStyleOf(["03.02.21", "15.03.85"])).toEqual({ style: "dmy", isAmbiguous: false });
  expect(dayStyleOf(["03.02.21"])).toMatchObject({ isAmbiguous: true });
  expect([parseDayIn("dmy", "1/2/2027"), parseDayIn("mdy", "1/2/2027"), parseDayIn("dmy", "15.03.85")]).toEqual([
    "2027-02-01",
    "2027-01-02",
    "1985-03-15",
  ]);
});
