import type { Logger } from "pino";
import type { UnitOfWork } from "../platform/database/unit-of-work";
import { createSessionUsed } from "./session-use";

test("a use that can't be noted is written down, and nobody waits or fails for it", async () => {
  const warn = jest.fn();
  const error = new Error("the database is away");
  const used = createSessionUsed((() => Promise.reject(error)) as UnitOfWork, { warn } as unknown as Logger);
  expect(used({ tenantId: 1, sessionId: 2, apiToken: null })).toBeUndefined();
  await new Promise((resolve) => setImmediate(resolve));
  expect(warn.mock.calls).toEqual([[{ err: error }, expect.any(String)]]);
});

test("it is noted for the session, in its tenant, with both of its lives", async () => {
  const rows = jest.fn().mockResolvedValue([]);
  const tenants: number[] = [];
  const unitOfWork = ((scope: { tenantId: number }, work: (tx: never) => unknown) => {
    tenants.push(scope.tenantId);
    return Promise.resolve(work({ rows } as never));
  }) as UnitOfWork;
  createSessionUsed(unitOfWork, {} as Logger)({ tenantId: 7, sessionId: 2, apiToken: null });
  await new Promise((resolve) => setImmediate(resolve));
  expect(tenants).toEqual([7]);
  expect(rows.mock.calls[0]?.[1]).toEqual([2, "30 days", "12 hours"]);
});
