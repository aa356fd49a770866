import { limitTenantConnections } from "./tenant-connections";
import type { Tx } from "./unit-of-work";

test("many calls of one tenant don't delay another tenant's call", async () => {
  let free = 4;
  const connections: (() => void)[] = [];
  const pool = async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => connections.push(resolve));
    return () => {
      const next = connections.shift();
      if (next) next();
      else free += 1;
    };
  };
  const unit = limitTenantConnections(
    async (_options, work) => {
      const back = await pool();
      try {
        return await work(null as unknown as Tx);
      } finally {
        back();
      }
    },
    { unitsOfWork: 4, unitsOfWorkPerTenant: 3 },
  );
  const ends: (() => void)[] = [];
  const slow = Array.from({ length: 20 }, () =>
    unit({ tenantId: 1 }, () => new Promise<string>((resolve) => ends.push(() => resolve("done")))),
  );
  expect(await unit({ tenantId: 2 }, async () => "at once")).toBe("at once");
  await expect(
    unit({ tenantId: 2 }, async () => {
      throw new Error("given back");
    }),
  ).rejects.toThrow("given back");
  while (ends.length > 0) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  expect(await Promise.all(slow)).toHaveLength(20);
});

test("units of several tenants wait for a connection outside of the pool", async () => {
  const ends: (() => void)[] = [];
  const unit = limitTenantConnections(async (_options, work) => work(null as unknown as Tx), {
    unitsOfWork: 4,
    unitsOfWorkPerTenant: 3,
  });
  const slow = [1, 1, 1, 2, 2, 2].map((tenantId) =>
    unit({ tenantId }, () => new Promise<number>((resolve) => ends.push(() => resolve(tenantId)))),
  );
  await new Promise(setImmediate);
  expect(ends).toHaveLength(4);
  while (ends.length > 0) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  expect(await Promise.all(slow)).toEqual([1, 1, 1, 2, 2, 2]);
});
