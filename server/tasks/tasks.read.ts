import type { QueryOf } from "../../shared/kernel/endpoint";
import { Problem } from "../../shared/kernel/problems";
import type { readBoard } from "../../shared/tasks/tasks.contract";
import type { Tx } from "../platform/unit-of-work";
import { RawJson } from "../platform/serve";
import { seesAllProjects, type Viewer } from "../projects/projects.policy";
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

interface BoardRow {
  columns: string | null;
  users: string;
  groups: string;
  tags: string;
  revision: number;
}

/**
 * The board and the revision it is exactly at: one statement, in a snapshot.
 * @throws Problem 404 when the project doesn't exist or isn't theirs to see.
 */
export async function readBoardJson(tx: Tx, viewer: Viewer, projectId: number, query: Query): Promise<RawJson> {
  const parameters = [...parametersOf(projectId, query), viewer.id, seesAllProjects(viewer)];
  const board = await tx.one<BoardRow>(boardJson(orderOf(query)), parameters);
  if (!board) throw new Problem("notFound");
  const { columns, users, groups, tags, revision } = board;
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
