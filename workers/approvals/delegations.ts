import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { keepDelegations } from "../../server/approvals/delegation.service";
import type { UnitOfWork } from "../../server/platform/unit-of-work";
import type { Consumer } from "../platform/consumer";
import type { Schedule } from "../platform/schedule";

/** Delegations begin and end with the days of their organisation: looked at often, done once. */
export function delegationSchedule(options: {
  unitOfWork: UnitOfWork;
  workerDatabase: DataSource;
  log: Logger;
}): Schedule {
  const { unitOfWork, workerDatabase, log } = options;
  return {
    name: "delegations",
    every: { everyMs: 300_000 },
    async run() {
      for (const { id } of await workerDatabase.query<{ id: number }[]>("SELECT id FROM tenant WHERE active")) {
        try {
          await unitOfWork({ tenantId: id }, (tx) => keepDelegations(tx));
        } catch (error) {
          log.warn({ err: error, tenant: id }, "delegations"); // the other tenants' go on all the same
        }
      }
    },
  };
}

/** Whoever's account closes decides for nobody from that moment on, and nobody for them. */
export const delegationConsumers: readonly Consumer[] = [
  {
    name: "delegations.user.access_changed",
    events: ["user.access_changed"],
    consume: async (tx) => void (await keepDelegations(tx)),
  },
];
