import { type HealthFacts, healthProblemsOf } from "./health.rules";

const now = new Date("2026-11-26T12:00:00Z");
const healthy: HealthFacts = {
  now,
  uptimeSeconds: 500_000,
  disk: { free: 50, total: 100 },
  queue: { waiting: 3, oldest_seconds: 2 },
  parked: 0,
  schedules: [
    { name: "reminders", last: "2026-11-26T11:59:00Z", every_seconds: 60, error: null },
    { name: "nightly", last: "2026-11-25T02:00:00Z", every_seconds: null, error: null },
  ],
  backups: [
    { id: "c", state: "running", taken_at: null },
    { id: "b", state: "unverified", taken_at: "2026-11-26T02:00:00Z" },
    { id: "a", state: "verified", taken_at: "2026-11-25T02:00:00Z" },
  ],
  restore: { requested: false, unconfirmed: false },
  failures: 0,
};
const failed = { id: "b", state: "failed", taken_at: null } as const;
const old = { id: "a", state: "verified", taken_at: "2026-11-24T02:00:00Z" } as const;

test("a healthy day has no problems", () => {
  expect(healthProblemsOf(healthy)).toEqual([]);
  expect(healthProblemsOf({ ...healthy, backups: [], uptimeSeconds: 60 })).toEqual([]);
});

test.each<[Partial<HealthFacts>, ReturnType<typeof healthProblemsOf>]>([
  [{ disk: { free: 9, total: 100 } }, [{ kind: "disk", percent: 9 }]],
  [{ queue: { waiting: null, oldest_seconds: null } }, [{ kind: "queueDown" }]],
  [{ queue: { waiting: 1, oldest_seconds: 61 } }, [{ kind: "queueLate", seconds: 61 }]],
  [{ parked: 2 }, [{ kind: "parked", count: 2 }]],
  [{ restore: { requested: true, unconfirmed: false } }, [{ kind: "restoreRequested" }]],
  [{ restore: { requested: false, unconfirmed: true } }, [{ kind: "restoreUnconfirmed" }]],
  [
    { schedules: [{ name: "late", last: "2026-11-26T11:55:00Z", every_seconds: 60, error: null }] },
    [{ kind: "schedule", name: "late" }],
  ],
  [
    { schedules: [{ name: "broken", last: "2026-11-26T11:59:59Z", every_seconds: 60, error: "on purpose" }] },
    [{ kind: "schedule", name: "broken" }],
  ],
  [{ backups: [failed, ...healthy.backups] }, [{ kind: "backupFailed", id: "b" }]],
  [{ backups: [old] }, [{ kind: "backupOld" }]],
  [{ backups: [] }, [{ kind: "backupOld" }]],
  [{ failures: 1 }, [{ kind: "errors", count: 1 }]],
])("%j is a problem", (change, problems) => {
  expect(healthProblemsOf({ ...healthy, ...change })).toEqual(problems);
});
