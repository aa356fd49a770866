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
  ["0", 0],
])("%s is %d minutes", (text, minutes) => {
  expect(parseDuration(text)).toBe(minutes);
});

test.each(["", " ", "soon", "-1", "1:60", "1:5", "1h 75m", "1d", "1.5.2", "h", "1e3", "Infinity", "99999"])(
  "%j is no length of time",
  (text) => {
    expect(parseDuration(text)).toBeNull();
  },
);
