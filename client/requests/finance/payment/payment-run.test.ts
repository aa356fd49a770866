import { payInBatches, type RunRequest } from "./payment-run";

const requests = Array.from({ length: 12 }, (_, at) => ({ id: at + 1, version: 1 }));
const paid = (batch: RunRequest[]) => batch.map(({ id }) => ({ id, done: true, status: 200, code: null, message: "" }));

test("a run that is interrupted returns its error and the unconfirmed requests", async () => {
  const failure = new Error("offline");
  const progress: number[] = [];
  const pay = async (batch: RunRequest[]) => {
    if (batch.some(({ id }) => id === 6)) throw failure;
    return paid(batch);
  };
  const outcome = await payInBatches(requests, pay, (done) => progress.push(done));
  expect(outcome.error).toBe(failure);
  expect(outcome.results.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  expect(outcome.unconfirmedIds).toEqual([6, 7, 8, 9, 10, 11, 12]);
  expect(progress).toEqual([0, 5]);
});

test("a complete run has no error, and a failure of the first call is thrown", async () => {
  const outcome = await payInBatches(
    requests,
    async (batch) => paid(batch),
    () => undefined,
  );
  expect(outcome).toMatchObject({ error: null, unconfirmedIds: [] });
  expect(outcome.results).toHaveLength(12);
  await expect(
    payInBatches(
      requests,
      () => Promise.reject(new Error("offline")),
      () => undefined,
    ),
  ).rejects.toThrow();
});
