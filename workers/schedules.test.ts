import "../server/features";
import { pino } from "pino";
import type { DataSource } from "typeorm";
import { usePaymentProvider as takeProvider } from "../server/billing/subscription/provider";
import { createSchedules, createLoops } from "./schedules";
import { createWorkerContext } from "./platform/features";

const due = [1, 2, 3].map((id) => ({
  id,
  tenant_id: id,
  kind: "invoice.paid",
  type: "task.created",
  stream: "project:1",
  actor_id: 7,
  at: new Date(),
  now: new Date(),
}));

function failingEverywhere() {
  const tenantIds = new Set<number>();
  const runner = {
    startTransaction: async () => {},
    rollbackTransaction: async () => {},
    release: async () => {},
    async query(_: string, [tenantId]: [string]) {
      tenantIds.add(Number(tenantId));
      throw new Error("fails in this tenant");
    },
  };
  const workerDatabase = {
    query: async (text: string) => (text.startsWith("UPDATE") ? [] : due),
    createQueryRunner: () => runner,
  } as unknown as DataSource;
  const unitOfWork = ({ tenantId }: { tenantId: number }): Promise<never> => {
    tenantIds.add(tenantId);
    return Promise.reject(new Error("fails in this tenant"));
  };
  takeProvider(workerDatabase, { stripe: {} } as never);
  const options = { unitOfWork, workerDatabase, config: {}, files: {}, log: pino({ level: "silent" }) } as never;
  const { context } = createWorkerContext(options);
  const schedules = createSchedules(context);
  // A backup covers all tenants at once.
  const loops = createLoops(context, async () => {}).filter(({ name }) => name !== "backup");
  return { tenantIds, work: new Map([...schedules, ...loops].map(({ name, run }) => [name, run])) };
}

test.each([...failingEverywhere().work.keys()])(
  "%s: a failure in one tenant does not stop the others",
  async (name) => {
    const { tenantIds, work } = failingEverywhere();
    await work.get(name)?.();
    expect([...tenantIds]).toEqual([1, 2, 3]);
  },
);
