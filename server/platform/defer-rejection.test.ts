import { setImmediate as turn } from "node:timers/promises";
import { deferRejection } from "./defer-rejection";

async function unheard(): Promise<void> {
  for (let turns = 0; turns < 3; turns++) await turn();
}

test("an early rejection isn't unhandled and still reaches a later await", async () => {
  const failed = deferRejection(Promise.reject(new Error("refused")));
  await unheard();
  await expect(failed).rejects.toThrow("refused");
});

test("a rejection that is never awaited isn't reported as unhandled", async () => {
  const failed = deferRejection(Promise.reject(new Error("refused")));
  await unheard();
  expect(failed).toBeInstanceOf(Promise);
});

test("returns the resolved value", async () => {
  expect(await deferRejection(Promise.resolve(5))).toBe(5);
});
