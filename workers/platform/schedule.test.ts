import { pino } from "pino";
import type { DataSource } from "typeorm";
import type { JobQueue } from "../../server/platform/queue/queue";
import { runSchedules, type Schedule, tenantSchedule, onClockJump } from "./schedule";

const log = pino({ level: "silent" });

const databaseNow = new Date("2030-01-01T12:00:00Z");

function scheduleOver(
  tenants: { id: number; active: boolean }[],
  work: (id: number, now: Date) => Promise<unknown>,
): Schedule {
  const query = async (statement: string) =>
    (statement.includes("WHERE active") ? tenants.filter(({ active }) => active) : tenants).map((one) => ({
      ...one,
      now: databaseNow,
    }));
  const workerDatabase = { query } as unknown as DataSource;
  return tenantSchedule({ name: "test", everyMs: 1_000, work, workerDatabase, log });
}

const three = [
  { id: 1, active: true },
  { id: 2, active: true },
  { id: 3, active: false },
];

test.each<[string, () => Promise<unknown>]>([
  ["rejects", async () => Promise.reject(new Error("on purpose"))],
  [
    "throws before it has begun",
    () => {
      throw new Error("on purpose");
    },
  ],
])("work that %s does not stop the work of other tenants", async (_, failing) => {
  const calls: number[] = [];
  const work = (id: number) => {
    calls.push(id);
    return id === 1 ? failing() : Promise.resolve();
  };
  await scheduleOver(three, work).run();
  expect(calls).toEqual([1, 2]);
});

test("tenantSchedule passes the database time, not the worker's time", async () => {
  const calls: Date[] = [];
  await scheduleOver(three, async (_, now) => calls.push(now)).run();
  for (const now of calls) expect(Math.abs(now.getTime() - databaseNow.getTime())).toBeLessThan(60_000);
  expect(calls).toHaveLength(2);
});

describe("a jumping clock", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test.each([
    ["ahead", 3_600_000],
    ["back", -3_600_000],
  ])("onClockJump: %s is detected once within a second, a steady clock never", (_, by) => {
    const run = jest.fn();
    const stop = onClockJump(run);
    jest.advanceTimersByTime(7_200_000);
    expect(run).not.toHaveBeenCalled();
    jest.setSystemTime(Date.now() + by);
    jest.advanceTimersByTime(1_000);
    expect(run).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(60_000);
    expect(run).toHaveBeenCalledTimes(1);
    stop();
    jest.setSystemTime(Date.now() - by);
    jest.advanceTimersByTime(10_000);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

test("without the database the whole run fails, so that the queue can retry it", async () => {
  const workerDatabase = { query: () => Promise.reject(new Error("away")) } as unknown as DataSource;
  const schedule = tenantSchedule({ name: "test", everyMs: 1, work: async () => {}, workerDatabase, log });
  await expect(schedule.run()).rejects.toThrow("away");
});

describe("registering with the queue", () => {
  function fakeQueue(schedule: JobQueue<unknown>["schedule"]) {
    let run: (name: string) => Promise<void> = async () => {};
    const work: JobQueue<unknown>["work"] = (take) => {
      run = (name) => take(name, null);
    };
    return { queue: { schedule, work } as unknown as JobQueue<unknown>, run: (name: string) => run(name) };
  }

  test("an unavailable queue does not block startup, and its jobs run later", async () => {
    const ran: string[] = [];
    const { queue, run } = fakeQueue(() => Promise.reject(new Error("away")));
    const schedules = ["one", "two"].map((name) => ({
      name,
      every: { everyMs: 1 },
      run: async () => void ran.push(name),
    }));
    const stop = runSchedules(queue, schedules, log);
    await run("two");
    await run("of a newer version");
    stop();
    expect(ran).toEqual(["two"]);
  });

  test("schedules are registered repeatedly until stop, in case of a wiped queue", async () => {
    jest.useFakeTimers();
    try {
      const schedule = jest.fn(async () => {});
      const stop = runSchedules(
        fakeQueue(schedule).queue,
        [{ name: "one", every: { everyMs: 1 }, run: async () => {} }],
        log,
      );
      jest.advanceTimersByTime(120_000);
      expect(schedule).toHaveBeenCalledTimes(3);
      stop();
      jest.advanceTimersByTime(120_000);
      expect(schedule).toHaveBeenCalledTimes(3);
    } finally {
      jest.useRealTimers();
    }
  });
});
