import { setImmediate as turn } from "node:timers/promises";
import { TenantBatcher } from "./tenant-batcher";

afterEach(() => jest.useRealTimers());

function createHeldBatcher(secondAfterMs?: number) {
  const under: { tenantId: number; questions: readonly string[]; answer(): void; fail(error: Error): void }[] = [];
  const batches = new TenantBatcher<string, string>(
    (tenantId, questions) =>
      new Promise((resolve, reject) => {
        const answer = () => resolve(questions.map((question) => `${tenantId}: ${question}`));
        under.push({ tenantId, questions, answer, fail: reject });
      }),
    secondAfterMs,
  );
  return { batches, under };
}

test("batches the questions of one event loop turn", async () => {
  const { batches, under } = createHeldBatcher();
  const first = ["a", "b"].map((question) => batches.ask(1, question));
  expect(under).toEqual([]);
  await turn();
  const second = [batches.ask(1, "c")];
  await turn();
  const third = ["d", "e", "f"].map((question) => batches.ask(1, question));
  await turn();
  expect(under.map(({ questions }) => questions)).toEqual([["a", "b"], ["c"]]);
  under[1]?.answer();
  expect(await Promise.all(second)).toEqual(["1: c"]);
  await turn();
  expect(under[2]?.questions).toEqual(["d", "e", "f"]);
  under[2]?.answer();
  expect(await Promise.all(third)).toEqual(["1: d", "1: e", "1: f"]);
  under[0]?.answer();
  expect(await Promise.all(first)).toEqual(["1: a", "1: b"]);
});

test("batches of one tenant don't wait for another tenant's batches", async () => {
  const { batches, under } = createHeldBatcher();
  const answers = [1, 1, 2, 2].map((tenantId) => batches.ask(tenantId, "x"));
  await turn();
  expect(under.map(({ tenantId, questions }) => [tenantId, questions.length])).toEqual([
    [1, 2],
    [2, 2],
  ]);
  under[1]?.answer();
  expect(await Promise.all(answers.slice(2))).toEqual(["2: x", "2: x"]);
  under[0]?.answer();
  expect(await Promise.all(answers.slice(0, 2))).toEqual(["1: x", "1: x"]);
});

test("splits many questions into batches of 64 in their order", async () => {
  const { batches, under } = createHeldBatcher();
  const answers = Array.from({ length: 150 }, (_, at) => batches.ask(1, String(at)));
  await turn();
  await turn();
  expect(under.map(({ questions }) => questions.length)).toEqual([64, 64]);
  for (const { answer } of under) answer();
  await Promise.all(answers.slice(0, 128));
  await turn();
  expect(under[2]?.questions).toHaveLength(22);
  under[2]?.answer();
  expect((await Promise.all(answers)).at(-1)).toBe("1: 149");
});

test("a failed batch rejects only its own questions", async () => {
  const { batches, under } = createHeldBatcher();
  const lost = [batches.ask(1, "a"), batches.ask(1, "b")];
  await turn();
  under[0]?.fail(new Error("the database is away"));
  for (const each of lost) await expect(each).rejects.toThrow("the database is away");
  const next = batches.ask(1, "c");
  await turn();
  under[1]?.answer();
  await expect(next).resolves.toBe("1: c");
});

test("rejects all questions of a batch if answers are missing", async () => {
  const batches = new TenantBatcher<string, string>(() => Promise.resolve(["only one"]));
  const answers = [batches.ask(1, "a"), batches.ask(1, "b")];
  for (const each of answers) await expect(each).rejects.toThrow("Not every question was answered");
});

test("deferred questions always get one slot, and never more", async () => {
  const { batches, under } = createHeldBatcher();
  const later = Array.from({ length: 100 }, (_, at) => batches.ask(1, `later ${at}`, true));
  await turn();
  await turn();
  expect(under.map(({ questions }) => questions.length)).toEqual([64]); // the other slot stays free
  const first = batches.ask(1, "comes");
  await turn();
  expect(under[1]?.questions).toEqual(["comes"]);
  const second = batches.ask(1, "comes as well");
  under[1]?.answer();
  expect(await first).toBe("1: comes");
  await turn();
  await turn();
  expect(under[2]?.questions).toEqual(["comes as well"]);
  const third = Array.from({ length: 70 }, (_, at) => batches.ask(1, `crowd ${at}`));
  under[0]?.answer();
  await Promise.all(later.slice(0, 64));
  await turn();
  await turn();
  expect(under[3]?.questions[0]).toBe("later 64"); // the deferred question starts although other questions wait
  under[2]?.answer();
  under[3]?.answer();
  expect(await second).toBe("1: comes as well");
  expect((await Promise.all(later)).at(-1)).toBe("1: later 99");
  await turn();
  await turn();
  expect(under.slice(4).map(({ questions }) => questions.length)).toEqual([64, 6]);
  for (const { answer } of under.slice(4)) answer();
  expect((await Promise.all(third)).at(-1)).toBe("1: crowd 69");
});

test("begins a second batch when the first has run for the given time", async () => {
  jest.useFakeTimers({ doNotFake: ["setImmediate"] });
  const { batches, under } = createHeldBatcher(50);
  const answers = [batches.ask(1, "a")];
  await turn();
  answers.push(batches.ask(1, "b"));
  jest.advanceTimersByTime(49);
  answers.push(batches.ask(1, "c"));
  await turn();
  expect(under.map(({ questions }) => questions)).toEqual([["a"]]);
  jest.advanceTimersByTime(1);
  expect(under.map(({ questions }) => questions)).toEqual([["a"], ["b", "c"]]);
});

test("begins the next batch as soon as the first has been answered", async () => {
  const { batches, under } = createHeldBatcher(1_000_000);
  const first = batches.ask(1, "a");
  await turn();
  const next = batches.ask(1, "b");
  under[0]?.answer();
  await turn();
  await turn();
  under[1]?.answer();
  expect([await first, await next]).toEqual(["1: a", "1: b"]);
});
