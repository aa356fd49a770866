import { setImmediate as nextTurn } from "node:timers/promises";
import { createOrphanedFileCleanup, maxParallelSweeps } from "./orphaned-files";

test("sweeps of many tenants run few at a time, and each tenant is swept", async () => {
  const started: number[] = [];
  const running: (() => void)[] = [];
  const unitOfWork = async ({ tenantId }: { tenantId: number }) => {
    started.push(tenantId);
    await new Promise<void>((resolve) => running.push(resolve));
    return [];
  };
  const cleanup = createOrphanedFileCleanup({ unitOfWork, log: { warn: () => {} } } as never);
  const tenants = Array.from({ length: 10 }, (_, n) => n + 1);
  for (const tenantId of [...tenants, 1]) cleanup.sweepSoon(tenantId);
  expect(started).toEqual(tenants.slice(0, maxParallelSweeps));
  while (running.length > 0) {
    expect(running.length).toBeLessThanOrEqual(maxParallelSweeps);
    running.shift()?.();
    await nextTurn();
  }
  // Files of the first tenant were deleted again after its sweep had begun.
  expect([...started].sort((a, b) => a - b)).toEqual([1, ...tenants]);
});
