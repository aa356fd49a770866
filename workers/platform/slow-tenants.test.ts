import { pino } from "pino";
import { SlowTenants } from "./slow-tenants";

const log = pino({ level: "silent" });

function blockedWork() {
  let end = () => {};
  let begun = 0;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = () => {
    begun += 1;
    return over;
  };
  return { work, end, begun: () => begun };
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

test("a slow tenant delays only its own work, and no work runs twice", async () => {
  const slow = new SlowTenants(10);
  const first = blockedWork();
  await slow.inTurn("news", 1, log, first.work);
  await slow.inTurn("news", 1, log, first.work);
  const calls: string[] = [];
  const note = (name: string) => async () => void calls.push(name);
  await slow.inTurn("reports", 1, log, note("its own"));
  await slow.inTurn("news", 2, log, note("another's"));
  expect([first.begun(), calls]).toEqual([1, ["another's"]]);
  first.end();
  await slow.over();
  expect(calls).toEqual(["another's", "its own"]);
  await slow.inTurn("news", 1, log, note("again"));
  await slow.over();
  expect(calls.at(-1)).toBe("again");
});

test("after a timeout the tenant's work runs in the background for some time", async () => {
  let now = 0;
  const slow = new SlowTenants(1, () => now);
  // This message is logged when waiting for a tenant timed out.
  const logged = jest.spyOn(log, "info");
  const next = async () => {
    const blocked = blockedWork();
    await slow.inTurn("news", 1, log, blocked.work);
    blocked.end();
    await slow.over();
    return logged.mock.calls.length;
  };
  expect(await next()).toBe(1);
  expect(await next()).toBe(1);
  now = 3_600_000;
  expect(await next()).toBe(2);
  logged.mockRestore();
});

test("at most four tenants run in the background, and late failures are logged", async () => {
  const slow = new SlowTenants(1);
  const blocked = [1, 2, 3, 4].map(() => blockedWork());
  for (const [at, { work }] of blocked.entries()) await slow.inTurn("news", at, log, work);
  const fifth = blockedWork();
  let done = false;
  const waiting = slow.inTurn("news", 5, log, fifth.work).then(() => {
    done = true;
  });
  await turn();
  expect(done).toBe(false);
  fifth.end();
  await waiting;
  for (const { end } of blocked) end();
  await slow.over();
  await expect(slow.inTurn("news", 6, log, () => Promise.reject(new Error("on purpose")))).rejects.toThrow(
    "on purpose",
  );
  const failing = slow.inTurn("news", 7, log, async () => {
    await turn();
    throw new Error("later");
  });
  await failing;
  await slow.over();
});
