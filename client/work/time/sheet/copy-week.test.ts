import type { TimeSheet } from "../../../../shared/work/time/sheet.contract";
import { copyableEntries } from "./copy-week";

const user = { id: 1, fullname: "Dara Aziz", image: null };
const entry = (task_id: number, date: string, hours: number) => ({
  id: task_id,
  task_id,
  project_id: 10,
  user,
  date,
  hours,
  minutes: 15,
  note: "Not copied",
  version: 1,
  can: { edit: true },
});
const sheet = (dates: readonly string[], overrides: Partial<TimeSheet>): TimeSheet => ({
  user,
  from: dates[0] as string,
  to: dates.at(-1) as string,
  today: "2026-11-18",
  days: dates.map((date) => ({ date, target_minutes: 480, state: "open" as const, hidden_minutes: 0 })),
  projects: [],
  tasks: [1, 2, 3].map((id) => ({ id, project_id: 10, key: `WEB-${id}`, title: "", can: { log: id !== 3 } })),
  entries: [],
  suggestions: [],
  can: { log: true },
  ...overrides,
});

test("last week's entries are copied into empty cells of open days up to today", () => {
  const before = sheet(["2026-11-09", "2026-11-10", "2026-11-12"], {
    entries: [
      entry(1, "2026-11-09", 2),
      entry(2, "2026-11-09", 1),
      entry(3, "2026-11-10", 4),
      entry(1, "2026-11-12", 3),
    ],
  });
  const now = sheet(["2026-11-16", "2026-11-17", "2026-11-19"], { entries: [entry(2, "2026-11-16", 5)] });
  expect(copyableEntries(now, before)).toEqual([{ task_id: 1, date: "2026-11-16", hours: 2, minutes: 15 }]);
  const locked = { ...now, days: now.days.map((day) => ({ ...day, state: "submitted" as const })) };
  expect(copyableEntries(locked, before)).toEqual([]);
});
