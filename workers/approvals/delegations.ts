import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { keepDelegations } from "../../server/approvals/delegation.service";
import type { Tx, UnitOfWork } from "../../server/platform/database/unit-of-work";
import type { Consumer } from "../platform/consumer";
import { type Schedule, tenantSchedule } from "../platform/schedule";

/** Delegations begin and end with the days of their organisation: looked at often, done once. */
export function delegationSchedule(options: {
  unitOfWork: UnitOfWork;
  workerDatabase: DataSource;
  log: Logger;
}): Schedule {
  const { unitOfWork, ...rest } = options;
  return tenantSchedule({
    ...rest,
    name: "delegations",
    everyMs: 300_000,
    work: (tenantId) => unitOfWork({ tenantId }, (tx) => keepDelegations(tx)),
  });
}

/** One look goes through all of the organisation's: where thousands get another role, a batch of events looks once. */
const looked = new WeakSet<Tx>();

async function keepOnce(tx: Tx): Promise<void> {
  if (looked.has(tx)) return;
  looked.add(tx);
  await keepDelegations(tx);
}

/** Whoever's account closes decides for nobody from that moment on, and nobody for them. */
export const delegationConsumers: readonly Consumer[] = [
  {
    name: "delegations.user.access_changed",
    events: ["user.access_changed"],
    consume: keepOnce,
  },
];
