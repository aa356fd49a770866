import type { QueryOf } from "../../shared/kernel/endpoint";
import { pageMetaOf, pageOf } from "../../shared/kernel/paging";
import { Problem } from "../../shared/kernel/problems";
import type { archivedTasks, readBoard } from "../../shared/tasks/tasks.contract";
import type { Tx } from "../platform/database/unit-of-work";
import { RawJson } from "../platform/http/serve/serve";
import { BoardCache } from "./board-cache";
import { seesAllProjects, type Viewer } from "../projects/projects.policy";
import { filteredBoard, wholeBoard } from "./boards.service";
import { archivedJson, type TaskOrder, taskListJson } from "./tasks.sql";

type Query = QueryOf<typeof readBoard>;

/** `q` as a pattern: what people type has no wildcards. */
function patternOf(text: string | undefined): string | null {
  return text ? `%${text.replace(/[\\%_]/g, "\\$&")}%` : null;
}

const orderOf = (query: Query): TaskOrder => (query.sort || "rank") as TaskOrder;

const filtersOf = (query: Query) => [
  patternOf(query.q),
  query.s?.length ? query.s : null,
  query.u ?? null,
  query.tag_id ?? null,
];

interface BoardRow {
  /** Null for a project to which nothing has happened yet. */
  mark: string | null;
  /** Null when they are known by the mark. */
  columns: string | null;
  users: string;
  groups: string;
  tags: string;
  revision: number;
}

/** Some thirty boards of a thousand cards, or a few of five thousand. */
const boards = new BoardCache(16_000_000);

/**
 * The board and the revision it is exactly at: one statement, in a snapshot. Without filters the cards come out of the
 * cache while nothing has happened in the project.
 * @throws Problem 404 when the project doesn't exist or isn't theirs to see.
 */
export async function readBoardJson(tx: Tx, viewer: Viewer, projectId: number, query: Query): Promise<RawJson> {
  const filters = filtersOf(query);
  const order = orderOf(query);
  const whole = order === "rank" && filters.every((filter) => filter === null);
  const key = `${tx.tenantId}/${projectId}`;
  const known = whole ? boards.get(key) : undefined;
  const about = [projectId, viewer.id, seesAllProjects(viewer)];
  const board = whole
    ? await tx.one<BoardRow>(wholeBoard, [...about, known?.mark ?? null])
    : await tx.one<BoardRow>(filteredBoard(order), [...about, ...filters]);
  if (!board) throw new Problem("notFound");
  const { mark, users, groups, tags, revision } = board;
  const same = known !== undefined && known.mark === mark;
  const columns = same ? known.columns : board.columns;
  if (whole && !same && mark !== null && columns !== null) boards.set(key, { mark, columns });
  return new RawJson(
    `{"data":[${columns ?? ""}],"revision":${revision},"users":${users},"groups":${groups},"tags":${tags}}`,
  );
}

export async function readTaskListJson(tx: Tx, projectId: number, query: Query): Promise<RawJson> {
  const list = await tx.one<{ tasks: string }>(taskListJson(orderOf(query)), [projectId, ...filtersOf(query)]);
  return new RawJson(`{"data":[${list?.tasks ?? ""}]}`);
}

/** What isn't said otherwise: as long as pages are at most. There may be a hundred thousand in an archive. */
const longestPage = 200;

/** A page of the archive, with how many there are. */
export async function readArchivedJson(
  tx: Tx,
  projectId: number,
  query: QueryOf<typeof archivedTasks>,
): Promise<RawJson> {
  const page = pageOf(query, longestPage);
  const sought = [patternOf(query.q), query.by ?? null];
  const values = [projectId, query.from ?? null, query.to ?? null, page.perPage, page.offset];
  const isSought = sought.some((one) => one !== null);
  const list = await tx.one<{ tasks: string; total: number }>(
    archivedJson(isSought ? "some" : "all"),
    isSought ? [...values, ...sought] : values,
  );
  const meta = JSON.stringify(pageMetaOf(page, list?.total ?? 0));
  return new RawJson(`{"data":[${list?.tasks ?? ""}],"meta":${meta}}`);
}
