import { parseDuration } from "./duration.rules";

test.each([
  ["1:30", 90],
  ["0:05", 5],
  [":45", 45],
  ["12:00", 720],
  ["2", 120],
  ["1.5", 90],
  ["1,5", 90],
  ["1,25 Std.", 75],
  [".5", 30],
  ["0.33", 20],
  ["90m", 90],
  ["90 min", 90],
  ["2h", 120],
  ["2 hours", 120],
  ["1h30", 90],
  ["1h 30m", 90],
  [" 1 H 30 M ", 90],
  ["5 Std. 40 Min.", 340],
  ["1시간 30분", 90],
  ["١:٣٠", 90],
  ["۱٫۵", 90],
  ["٥ س ٤٠ د", 340],
  ["2 ک 5 خ", 125],
  ["\u2067٩٠ د\u2069", 90],
  ["2d", 960],
  ["0.5 days", 240],
  ["1w", 2_400],
  ["1,5 Wochen", 3_600],
  ["2일", 960],
  ["٢ يوم", 960],
  ["1 هەفتە", 2_400],
  ["0", 0],
])("parseDuration: %s is %d minutes", (text, minutes) => {
  expect(parseDuration(text)).toBe(minutes);
});

test.each([
  "",
  " ",
  "soon",
  "-1",
  "1:60",
  "1:5",
  "1h 75m",
  "1y",
  "d",
  "1d 2",
  "1.5.2",
  "h",
  "1e3",
  "Infinity",
  "99999",
])("parseDuration returns null for %j", (text) => {
  expect(parseDuration(text)).toBeNull();
});
