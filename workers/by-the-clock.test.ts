import { pino } from "pino";
import type { DataSource } from "typeorm";
import { usePaymentProvider as takeProvider } from "../server/subscription/provider.service";
import { createLooseFiles } from "./attachments/loose-files";
import { createPreviews } from "./attachments/previews";
import { schedulesOf, turnsOf } from "./by-the-clock";
import { createExporter } from "./exports/exports";
import { createArchiver } from "./finance/archive";

/** Rows for whichever statement asks for tenants, or for what waits in them. */
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

/** Two databases in which nothing works in any tenant, and which tenants were asked for all the same. */
function failingEverywhere() {
  const asked = new Set<number>();
  const runner = {
    startTransaction: async () => {},
    rollbackTransaction: async () => {},
    release: async () => {},
    async query(_: string, [tenantId]: [string]) {
      asked.add(Number(tenantId));
      throw new Error("fails in this tenant");
    },
  };
  const workerDatabase = {
    query: async (text: string) => (text.startsWith("UPDATE") ? [] : due),
    createQueryRunner: () => runner,
  } as unknown as DataSource;
  const unitOfWork = ({ tenantId }: { tenantId: number }): Promise<never> => {
    asked.add(tenantId);
    return Promise.reject(new Error("fails in this tenant"));
  };
  takeProvider(workerDatabase, { stripe: {} } as never);
  const options = { unitOfWork, workerDatabase, config: {}, files: {}, log: pino({ level: "silent" }) } as never;
  const office = { unitOfWork, workerDatabase, log: pino({ level: "silent" }) } as never;
  const schedules = schedulesOf(options, {
    previews: createPreviews(options),
    loose: createLooseFiles(options),
    archiver: createArchiver(options),
    exporter: createExporter(options),
    office,
  });
  const turns = turnsOf(options, { office, overlooked: async () => {} });
  return { asked, work: new Map([...schedules, ...turns].map(({ name, run }) => [name, run])) };
}

test.each([...failingEverywhere().work.keys()])(
  "%s: where it fails in one tenant, the others have their turn",
  async (name) => {
    const { asked, work } = failingEverywhere();
    await work.get(name)?.();
    expect([...asked]).toEqual([1, 2, 3]);
  },
);
