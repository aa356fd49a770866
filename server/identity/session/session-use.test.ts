import type { Logger } from "pino";
import type { UnitOfWork } from "../../platform/database/unit-of-work";
import { createSessionUseRecorder } from "./session-use";

test("a failure to record the use is logged and doesn't reject", async () => {
  const warn = jest.fn();
  const error = new Error("the database is away");
  const used = createSessionUseRecorder((() => Promise.reject(error)) as UnitOfWork, { warn } as unknown as Logger);
  expect(used({ tenantId: 1, sessionId: 2, apiToken: null })).toBeUndefined();
  await new Promise((resolve) => setImmediate(resolve));
  expect(warn.mock.calls).toEqual([[{ err: error }, expect.any(String)]]);
});

test("extends the session in its tenant, with the lifetimes of both session kinds", async () => {
  const rows = jest.fn().mockResolvedValue([]);
  const tenants: number[] = [];
  const unitOfWork = ((scope: { tenantId: number }, work: (tx: never) => unknown) => {
    tenants.push(scope.tenantId);
    return Promise.resolve(work({ rows } as never));
  }) as UnitOfWork;
  createSessionUseRecorder(unitOfWork, {} as Logger)({ tenantId: 7, sessionId: 2, apiToken: null });
  await new Promise((resolve) => setImmediate(resolve));
  expect(tenants).toEqual([7]);
  expect(rows.mock.calls[0]?.[1]).toEqual([2, "30 days", "12 hours"]);
});
