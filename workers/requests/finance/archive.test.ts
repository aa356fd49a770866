import type { Logger } from "pino";
import type { UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { tenantStream } from "../../../shared/kernel/events";
import { createArchiver } from "./archive";

type Step = { tenantId: number; answer: (outcome: boolean | Error) => void };

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function archiver() {
  const steps: Step[] = [];
  const step = ({ tenantId }: { tenantId: number }) =>
    new Promise<boolean>((resolve, reject) =>
      steps.push({ tenantId, answer: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)) }),
    );
  const unitOfWork = step as unknown as UnitOfWork;
  const warn = jest.fn();
  const log = { warn } as unknown as Logger;
  const service = createArchiver({ unitOfWork, workerDatabase: {} as never, log });
  const pressed = (tenantId: number, state = "running", moved = 0) =>
    service.consumer.consume({ tenantId } as never, { data: { state, moved } } as never, tenantStream(tenantId));
  const answer = async (at: number, outcome: boolean | Error) => {
    steps[at]?.answer(outcome);
    await turn();
  };
  return { ...service, steps, warn, pressed, answer };
}

test("a run executes steps sequentially until no request is left", async () => {
  const { pressed, steps, answer } = archiver();
  await pressed(1);
  await answer(0, true);
  await answer(1, true);
  expect(steps).toHaveLength(3);
  await answer(2, false);
  expect(steps).toHaveLength(3);
  await pressed(1);
  expect(steps).toHaveLength(4); // a finished run can be started again
});

test("each tenant has one run at a time, and tenants run concurrently", async () => {
  const { pressed, steps } = archiver();
  await pressed(1);
  await pressed(1);
  await pressed(2);
  expect(steps.map(({ tenantId }) => tenantId)).toEqual([1, 2]);
});

test("only a new run triggers steps, not a continued, stopped or finished one", async () => {
  const { pressed, steps } = archiver();
  await pressed(1, "running", 1);
  await pressed(1, "stopped", 0);
  await pressed(1, "done", 0);
  expect(steps).toEqual([]);
});

test("a failure is logged, and the next event starts a new run", async () => {
  const { pressed, steps, answer, warn } = archiver();
  await pressed(1);
  await answer(0, new Error("away"));
  expect(warn.mock.calls).toEqual([[expect.objectContaining({ tenant: 1 }), "archive"]]);
  await pressed(1);
  expect(steps).toHaveLength(2);
});

test("stop waits for the current step and starts no further step", async () => {
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
