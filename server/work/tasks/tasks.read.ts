import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { QueryOf } from "../../../shared/kernel/endpoint";
import { pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import { Problem } from "../../../shared/kernel/problems";
import type { archivedTasks, readBoard } from "../../../shared/work/tasks/tasks.contract";
import type { Tx } from "../../platform/database/unit-of-work";
import { NotModified, RawJson } from "../../platform/http/serve/answers";
import { BoardCache } from "./board-cache";
import { canSeeAllProjects, type Viewer } from "../access/projects.policy";
import { filteredBoard, fullBoard } from "./boards.service";
import { archivedJson, type TaskOrder, taskListJson } from "./tasks.sql";
import { likePatternsOf } from "../../platform/database/search";

type Query = QueryOf<typeof readBoard>;

const orderOf = (query: Query): TaskOrder => (query.sort || "rank") as TaskOrder;

const filtersOf = (query: Query) => [
  likePatternsOf(query.q),
  query.s?.length ? query.s : null,
  query.u ?? null,
  query.tag_id ?? null,
];

interface BoardRow {
  /** Mark of the project's stream (see board-cache.ts); null if the project has no events. */
  mark: string | null;
  /** Columns with their cards; null if the cached columns are current. */
  columns: string | null;
  users: string;
  groups: string;
  tags: string;
  fields: string;
  revision: number;
  epoch: string;
}

/** Cache limit in characters: about thirty boards of a thousand cards, or a few boards of five thousand. */
const boards = new BoardCache(16_000_000);

type Conditional = Pick<FastifyRequest, "headers">;

/**
 * Returns the ETag of a whole board's response. It covers everything that the response depends on: the project's stream, users and groups
 * (which change elsewhere), the reader's language, what external users don't see, and the statement that writes the cards.
 */
function tagOf({ mark, users, groups, tags, fields }: BoardRow & { mark: string }, viewer: Viewer, tx: Tx): string {
  const parts = [users, groups, tags, fields, tx.language, viewer.external, fullBoard.text];
  const rest = createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
  return `"${mark}-${rest}"`;
}

/** Reads the tag and its mark from `If-None-Match`. Compressing proxies make a tag weak. */
function knownTagOf({ headers }: Conditional) {
  const [, tag, mark] = /^(?:W\/)?("([\da-f/]+)-[\w-]+")$/.exec(headers["if-none-match"] ?? "") ?? [];
  return tag !== undefined && mark !== undefined ? { tag, mark } : undefined;
}

/**
 * The board with its exact revision; the transaction must be a snapshot. Without filters, cards come from the cache while the project's
 * stream is unchanged, and nothing is returned to a caller that has this board.
 * @throws Problem 404 when the project doesn't exist or isn't visible.
 */
export async function readBoardJson(
  tx: Tx,
  viewer: Viewer,
  projectId: number,
  query: Query,
  { request, reply }: { request: Conditional; reply: Pick<FastifyReply, "header"> },
): Promise<RawJson | NotModified> {
  const filters = filtersOf(query);
  const order = orderOf(query);
  const about = [projectId, viewer.id, canSeeAllProjects(viewer)];
  if (order !== "rank" || filters.some((filter) => filter !== null)) {
    const board = await tx.one<BoardRow>(filteredBoard(order), [...about, ...filters]);
    if (!board) throw new Problem("notFound");
    return boardJson(board, board.columns);
  }
  const key = `${tx.tenantId}/${projectId}`;
  const cachedBoard = boards.get(key);
  const theirs = knownTagOf(request);
  const marks = [cachedBoard?.mark, theirs?.mark].filter((mark) => mark !== undefined);
  const board = await tx.one<BoardRow>(fullBoard, [...about, marks]);
  if (!board) throw new Problem("notFound");
  const { mark } = board;
  if (mark === null) return boardJson(board, board.columns);
  const tag = tagOf({ ...board, mark }, viewer, tx);
  reply.header("etag", tag);
  if (tag === theirs?.tag) return new NotModified();
  if (cachedBoard?.mark === mark) return boardJson(board, cachedBoard.columns);
  // The caller has the current cards, but not the current users, groups or texts.
  const whole = theirs?.mark === mark ? await tx.one<BoardRow>(fullBoard, [...about, []]) : board;
  const columns = whole?.columns ?? null;
  if (columns !== null) boards.set(key, { mark, columns });
  return boardJson(board, columns);
}

const boardJson = ({ revision, epoch, users, groups, tags, fields }: BoardRow, columns: string | null) =>
  new RawJson(
    `{"data":[${columns ?? ""}],"revision":${revision},"epoch":"${epoch}","users":${users},"groups":${groups},"tags":${tags},"fields":${fields}}`,
  );

export async function readTaskListJson(tx: Tx, projectId: number, query: Query): Promise<RawJson> {
  const list = await tx.one<{ tasks: string }>(taskListJson(orderOf(query)), [projectId, ...filtersOf(query)]);
  return new RawJson(`{"data":[${list?.tasks ?? ""}]}`);
}

/** Default and maximum page size; pages are needed because an archive may have 100,000 tasks. */
const longestPage = 200;

export async function readArchivedJson(
  tx: Tx,
  projectId: number,
  query: QueryOf<typeof archivedTasks>,
): Promise<RawJson> {
  const page = pageOf(query, longestPage);
  const sought = [likePatternsOf(query.q), query.by ?? null];
  const values = [projectId, query.from ?? null, query.to ?? null, page.perPage, page.offset];
  const isSought = sought.some((one) => one !== null);
  const list = await tx.one<{ tasks: string; total: number }>(
    archivedJson(isSought ? "some" : "all"),
    isSought ? [...values, ...sought] : values,
  );
  const meta = JSON.stringify(pageMetaOf(page, list?.total ?? 0));
  return new RawJson(`{"data":[${list?.tasks ?? ""}],"meta":${meta}}`);
}
