import { createUnitOfWork, type Statement, type Tx, unnamedSql } from "../../platform/database/unit-of-work";
import * as statements from "./flow.sql";
import type { DataSource } from "typeorm";

export type FlowStore = Pick<Tx, "rows">;

/** Revisions per batch; a long log in one statement would exceed the statement timeout. */
const batchSize = 50_000;

/**
 * Number of new revisions up to which cached query plans are used; longer logs are replanned, because cached plans may date from when the
 * tables were empty.
 */
const shortLog = 20;
/** An import is a batch of its own: its stays end earlier ones and are ended by later events. */
const importSteps: readonly Statement[] = [
  statements.updateStaysEndedByImport,
  statements.insertImportedStays,
  statements.upsertFlowTasks,
];

/** Minimum number of revisions for which nested loops are disabled: planner statistics lag behind tables that are growing right now. */
const longLog = 1_000;

/** The order matters: `endStays` closes only stays that existed before this batch. */
const steps: readonly Statement[] = [
  statements.upsertFlowColumns,
  statements.updateColumnStaysEnded,
  statements.insertColumnStays,
  statements.insertBlockerWaits,
  statements.deleteColumnStays,
  statements.deleteBlockerWaits,
  statements.deleteFlowTasks,
  statements.upsertFlowTasks,
];

/**
 * Processes a project's log from the stored revision to its end, regardless of which event triggered it: events may arrive twice, late or
 * out of order, revisions don't. Idempotent.
 * @returns the number of revisions processed.
 */
export async function catchUpFlow(store: FlowStore, projectId: number): Promise<number> {
  if ((await store.rows(statements.lockFlowProject, [projectId])).length === 0) return 0;
  await store.rows(statements.insertFlow, [projectId]);
  const [position] = await store.rows<{ revision: number }>(statements.lockFlow, [projectId]);
  const [head] = await store.rows<{ revision: number }>(statements.selectLatestRevision, [projectId]);
  const [began, to] = [position?.revision ?? 0, head?.revision ?? 0];
  const imports = await store.rows<{ revision: number }>(statements.selectImportRevisions, [projectId, began, to]);
  const hasImport = imports.length > 0;
  const [short, long] = [to - began <= shortLog && !hasImport, to - began > longLog || hasImport];
  if (long) await store.rows(statements.disableNestedLoops, ["off"]);
  const revisions = imports.map(({ revision }) => revision);
  for (const batch of batchesOf(began, to, revisions))
    for (const step of batch.isImport ? importSteps : steps)
      await store.rows(short ? step : unnamedSql(step.text), [projectId, batch.from, batch.to]);
  if (long) await store.rows(statements.disableNestedLoops, ["on"]);
  if (to > began) await store.rows(statements.updateFlowRevision, [projectId, to]);
  return Math.max(0, to - began);
}

interface Batch {
  /** Exclusive. */
  from: number;
  to: number;
  isImport: boolean;
}

function* batchesOf(began: number, end: number, importRevisions: readonly number[]): Generator<Batch> {
  let from = began;
  for (const next of [...importRevisions, end + 1]) {
    for (; from < next - 1; from = Math.min(next - 1, from + batchSize))
      yield { from, to: Math.min(next - 1, from + batchSize), isImport: false };
    if (next > end) return;
    yield { from, to: next, isImport: true };
    from = next;
  }
}

/**
 * Deletes a project's analytics and rebuilds them from revision 1.
 * @returns the number of revisions read.
 */
export async function rebuildFlow(store: FlowStore, projectId: number): Promise<number> {
  if ((await store.rows(statements.lockFlowProject, [projectId])).length === 0) return 0;
  await store.rows(statements.insertFlow, [projectId]);
  await store.rows(statements.lockFlow, [projectId]);
  await store.rows(statements.deleteFlow, [projectId]);
  return catchUpFlow(store, projectId);
}

export const projectsWithLaggingFlow = async (store: FlowStore): Promise<number[]> =>
  (await store.rows<{ id: number }>(statements.selectLaggingProjects)).map(({ id }) => id);

export const allFlowProjects = async (store: FlowStore): Promise<number[]> =>
  (await store.rows<{ id: number }>(statements.selectAllProjectIds)).map(({ id }) => id);

/**
 * Rebuilds the tenant's analytics tables from the event log. Each project has its own transaction, so screens show the old state until it
 * commits.
 * @returns the number of revisions read.
 */
export async function rebuildTenantFlows(database: DataSource, tenantId: number): Promise<number> {
  const unitOfWork = createUnitOfWork(database, () => {});
  let read = 0;
  for (const id of await unitOfWork({ tenantId }, allFlowProjects)) {
    read += await unitOfWork({ tenantId }, (tx) => rebuildFlow(tx, id));
  }
  return read;
}
