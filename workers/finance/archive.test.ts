import type { Logger } from "pino";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import { tenantStream } from "../../shared/kernel/events";
import { createArchiver } from "./archive";

/** The loop around the archive: what it moves stands in tests/finance/archive.test.ts. */
type Step = { tenantId: number; answer: (more: boolean | Error) => void };

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function archiver() {
  const steps: Step[] = [];
  const step = ({ tenantId }: { tenantId: number }) =>
    new Promise<boolean>((resolve, reject) =>
      steps.push({ tenantId, answer: (more) => (more instanceof Error ? reject(more) : resolve(more)) }),
    );
  const unitOfWork = step as unknown as UnitOfWork;
  const warn = jest.fn();
  const log = { warn } as unknown as Logger;
  const made = createArchiver({ unitOfWork, workerDatabase: {} as never, log });
  const pressed = (tenantId: number, state = "running", moved = 0) =>
    made.consumer.consume({ tenantId } as never, { data: { state, moved } } as never, tenantStream(tenantId));
  const answer = async (at: number, more: boolean | Error) => {
    steps[at]?.answer(more);
    await turn();
  };
  return { ...made, steps, warn, pressed, answer };
}

test("it goes on until nothing is left, one step after the other", async () => {
  const { pressed, steps, answer } = archiver();
  await pressed(1);
  await answer(0, true);
  await answer(1, true);
  expect(steps).toHaveLength(3);
  await answer(2, false);
  expect(steps).toHaveLength(3);
  await pressed(1);
  expect(steps).toHaveLength(4); // what is over can be begun again
});

test("a tenant's archive is worked on once at a time; another tenant's doesn't wait for it", async () => {
  const { pressed, steps } = archiver();
  await pressed(1);
  await pressed(1);
  await pressed(2);
  expect(steps.map(({ tenantId }) => tenantId)).toEqual([1, 2]);
});

test("only what has just begun is worked on: neither what goes on already nor what was stopped", async () => {
  const { pressed, steps } = archiver();
  await pressed(1, "running", 1);
  await pressed(1, "stopped", 0);
  await pressed(1, "done", 0);
  expect(steps).toEqual([]);
});

test("a failure is written down, and the next one begins anew", async () => {
  const { pressed, steps, answer, warn } = archiver();
  await pressed(1);
  await answer(0, new Error("away"));
  expect(warn.mock.calls).toEqual([[expect.objectContaining({ tenant: 1 }), "archive"]]);
  await pressed(1);
  expect(steps).toHaveLength(2);
});

test("stopping lets the step under way finish and begins no other", async () => {
  const { pressed, steps, answer, stop } = archiver();
  await pressed(1);
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await turn();
  expect(stopped).toBe(false);
  await answer(0, true);
  await stopping;
  expect(steps).toHaveLength(1);
});
