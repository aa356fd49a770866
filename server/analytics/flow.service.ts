import { type Statement, unnamed } from "../platform/database/unit-of-work";
import * as statements from "./flow.sql";

/** What a statement can be sent to: a transaction of the application, or the connection that writes the demo. */
export interface FlowStore {
  rows<Row>(statement: Statement, values?: unknown[]): Promise<Row[]>;
}

/** A long log is read in parts: no statement may take longer than the database lets it. */
const atOnce = 50_000;

/** Up to so many the plans that connections keep are good ones: they may be of a time when the tables were empty. */
const shortLog = 20;
/** From so many on a nested loop is never the better way, whatever the planner thinks of tables that grow this moment. */
const longLog = 1_000;

/** In this order: what ends stays looks at those that were there before. */
const steps: readonly Statement[] = [
  statements.readColumns,
  statements.endStays,
  statements.addStays,
  statements.addWaits,
  statements.dropStays,
  statements.dropWaits,
  statements.dropTasks,
  statements.sumUpTasks,
];

/**
 * Reads on in a project's log from where it was left, up to its end, whatever came first: events may come twice, late or
 * in the wrong order, revisions don't. Run again it finds nothing to do.
 * @returns how many revisions it went on.
 */
export async function catchUpFlow(store: FlowStore, projectId: number): Promise<number> {
  if ((await store.rows(statements.lockFlowProject, [projectId])).length === 0) return 0;
  await store.rows(statements.beginFlow, [projectId]);
  const [position] = await store.rows<{ revision: number }>(statements.lockFlow, [projectId]);
  const [head] = await store.rows<{ revision: number }>(statements.headOfLog, [projectId]);
  const [began, to] = [position?.revision ?? 0, head?.revision ?? 0];
  const [short, long] = [to - began <= shortLog, to - began > longLog];
  if (long) await store.rows(statements.joinByHash, ["off"]);
  for (let from = began; from < to; from += atOnce) {
    const part = [projectId, from, Math.min(to, from + atOnce)];
    for (const step of steps) await store.rows(short ? step : unnamed(step.text), part);
  }
  if (long) await store.rows(statements.joinByHash, ["on"]);
  if (to > began) await store.rows(statements.setPosition, [projectId, to]);
  return Math.max(0, to - began);
}

/** Throws away what was made of a project's log and makes it again from revision 1. @returns how many revisions it read. */
export async function rebuildFlow(store: FlowStore, projectId: number): Promise<number> {
  if ((await store.rows(statements.lockFlowProject, [projectId])).length === 0) return 0;
  await store.rows(statements.beginFlow, [projectId]);
  await store.rows(statements.lockFlow, [projectId]);
  await store.rows(statements.forgetFlow, [projectId]);
  return catchUpFlow(store, projectId);
}

/** The projects of the tenant whose log goes on behind what was read of it. */
export const flowsBehind = async (store: FlowStore): Promise<number[]> =>
  (await store.rows<{ id: number }>(statements.projectsBehind)).map(({ id }) => id);

/** All projects of the tenant. */
export const flowProjects = async (store: FlowStore): Promise<number[]> =>
  (await store.rows<{ id: number }>(statements.allProjects)).map(({ id }) => id);
