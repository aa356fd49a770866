import { changeName, clockChangePairs } from "../../../tests/support/clock-changes";
import { addDays } from "../../../shared/kernel/days";
import { instantAtLocalTime, localDayAt } from "../../../shared/kernel/wall-clock";
import { expandSeries, type SeriesInput } from "./series.dates";

interface Kind {
  repeat: NonNullable<SeriesInput["repeat"]>;
  /** Days between the first date and the clock change. */
  before: number;
  from: string;
  until: string;
  /** Days between the local start and end. */
  days: number;
}

const kinds: [string, Kind][] = [
  ["meetings", { repeat: "daily", before: 1, from: "09:00", until: "10:30", days: 0 }],
  ["nights", { repeat: "daily", before: 1, from: "20:00", until: "08:00", days: 1 }],
  ["whole days", { repeat: "daily", before: 1, from: "00:00", until: "00:00", days: 1 }],
  ["weekends", { repeat: "weekly", before: 8, from: "12:00", until: "12:00", days: 2 }],
];

test.each(kinds)("%s keep their local times over the clock change of every zone", (_, kind) => {
  for (const change of clockChangePairs) {
    const { timeZone, at } = change;
    const first = addDays(localDayAt(at, timeZone), -kind.before);
    const instantOn = (day: string, time: string) => instantAtLocalTime(Date.parse(`${day}T${time}:00Z`), timeZone);
    const { dates } = expandSeries({
      start_date: new Date(instantOn(first, kind.from)).toISOString(),
      end_date: new Date(instantOn(addDays(first, kind.days), kind.until)).toISOString(),
      timeZone,
      repeat: kind.repeat,
      repeat_count: 3,
    });
    const step = kind.repeat === "daily" ? 1 : 7;
    const expected = [0, 1, 2].map((n) => {
      const day = addDays(first, n * step);
      return [instantOn(day, kind.from), instantOn(addDays(day, kind.days), kind.until)];
    });
    expect([
      changeName(change),
      ...dates.map((each) => [Date.parse(each.start_date), Date.parse(each.end_date)]),
    ]).toEqual([changeName(change), ...expected]);
  }
});

test("a single booking keeps its instants around the clock change of every zone", () => {
  for (const { timeZone, at } of clockChangePairs) {
    for (const minutes of [-90, -45, -15, 0, 15, 45, 90]) {
      const start_date = new Date(at + minutes * 60_000).toISOString();
      const end_date = new Date(at + (minutes + 40) * 60_000).toISOString();
      expect(expandSeries({ start_date, end_date, timeZone }).dates).toMatchObject([{ start_date, end_date }]);
    }
  }
});
