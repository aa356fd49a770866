import type { QueryOf } from "../../shared/kernel/endpoint";
import type { readBoard } from "../../shared/tasks/tasks.contract";
import type { Tx } from "../platform/unit-of-work";
import { RawJson } from "../platform/serve";
import { archivedJson, boardJson, type TaskOrder, taskListJson } from "./tasks.sql";

type Query = QueryOf<typeof readBoard>;

/** `q` as a pattern: what people type has no wildcards. */
function patternOf(text: string | undefined): string | null {
  return text ? `%${text.replace(/[\\%_]/g, "\\$&")}%` : null;
}

const orderOf = (query: Query): TaskOrder => (query.sort || "rank") as TaskOrder;

const parametersOf = (projectId: number, query: Query) => [
  projectId,
  patternOf(query.q),
  query.s?.length ? query.s : null,
  query.u ?? null,
  query.tag_id ?? null,
];

/** The board and the revision it is exactly at: one statement, in a snapshot. */
export async function readBoardJson(tx: Tx, projectId: number, query: Query): Promise<RawJson> {
  const board = await tx.one<Record<"columns" | "users" | "groups" | "tags", string | null> & { revision: number }>(
    boardJson(orderOf(query)),
    parametersOf(projectId, query),
  );
  const { columns, users, groups, tags, revision } = board ?? { columns: "", users: "[]", groups: "[]", tags: "[]", revision: 0 };
  return new RawJson(
    `{"data":[${columns ?? ""}],"revision":${revision},"users":${users},"groups":${groups},"tags":${tags}}`,
  );
}

export async function readTaskListJson(tx: Tx, projectId: number, query: Query): Promise<RawJson> {
  const list = await tx.one<{ tasks: string }>(taskListJson(orderOf(query)), parametersOf(projectId, query));
  return new RawJson(`{"data":[${list?.tasks ?? ""}]}`);
}

export async function readArchivedJson(tx: Tx, projectId: number): Promise<RawJson> {
  const list = await tx.one<{ tasks: string }>(archivedJson, [projectId]);
  return new RawJson(`{"data":[${list?.tasks ?? ""}]}`);
}
