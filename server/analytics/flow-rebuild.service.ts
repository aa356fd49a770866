import type { DataSource } from "typeorm";
import { createUnitOfWork } from "../platform/database/unit-of-work";
import { flowProjects, rebuildFlow } from "./flow.service";

/**
 * Makes everything that analytics reads of a tenant again, out of its event log. Project by project, each in a transaction
 * of its own: screens show the old state until the new one is there. @returns how many revisions were read.
 */
export async function rebuildTenantFlows(database: DataSource, tenantId: number): Promise<number> {
  const unitOfWork = createUnitOfWork(database, () => {});
  let read = 0;
  for (const id of await unitOfWork({ tenantId }, flowProjects)) {
    read += await unitOfWork({ tenantId }, (tx) => rebuildFlow(tx, id));
  }
  return read;
}
