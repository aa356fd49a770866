import { setImmediate as turn } from "node:timers/promises";
import { awaitedLater } from "./awaited-later";

/** Longer than Node waits before it says that nobody handles a rejection, which fails the test. */
async function unheard(): Promise<void> {
  for (let turns = 0; turns < 3; turns++) await turn();
}

test("what fails before somebody waits for it ends no process, and is told to whoever waits then", async () => {
  const failed = awaitedLater(Promise.reject(new Error("refused")));
  await unheard();
  await expect(failed).rejects.toThrow("refused");
});

test("nor does what nobody ever waits for", async () => {
  const failed = awaitedLater(Promise.reject(new Error("refused")));
  await unheard();
  expect(failed).toBeInstanceOf(Promise);
});

test("what comes is answered", async () => {
  expect(await awaitedLater(Promise.resolve(5))).toBe(5);
});
