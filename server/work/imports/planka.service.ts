import { RateLimiterMemory } from "rate-limiter-flexible";
import { Problem } from "../../../shared/kernel/problems";
import { maxBoardFileBytes } from "../../../shared/work/imports/imports.schema";
import { plankaDocumentFormat } from "../../../shared/work/imports/planka-document";
import { type ExternalLimits, fetchExternal, TooLargeError } from "../../platform/http/fetch-external";
import { rateProblem } from "../../platform/limits/call-limits";
import type { Actor } from "../../platform/session";
import { isRecord, numberOf, recordsOf, textOf } from "./json";

type Json = Record<string, unknown>;

export interface PlankaServer {
  address: string;
  token: string;
}

/** Limit of one response. Parsing more would block the event loop. */
const limits: ExternalLimits = { bytes: 8 * 1024 * 1024, depth: 50, values: 500_000 };
/** In milliseconds, of all requests for a board. */
const longestMs = 50_000;
const maxRequests = 3_000;
/** Requests to a server at the same time. */
const concurrency = 4;
/** Cards per page of an archive, and comments per page. A shorter page is the last one. */
const cardsPerPage = 50;

/** Limit per user and minute, because each call sends requests to an address that the user enters. */
const callsPerMinute = 10;
const calls = new RateLimiterMemory({ points: callsPerMinute, duration: 60 });

/** @throws Problem 429 with the seconds to wait when the limit per minute is exceeded. */
export async function limitPlankaCalls(actor: Actor): Promise<void> {
  await calls.consume(`${actor.tenantId}/${actor.id}`).catch((refused) => {
    throw rateProblem(refused);
  });
}

/**
 * The boards of all projects that the owner of the token can see.
 * @throws Problem 422 at the address or token when the server doesn't answer as Planka.
 */
export async function listBoards(
  server: PlankaServer,
  origins: readonly string[],
): Promise<{ id: string; title: string; project: string }[]> {
  const { content } = await new PlankaClient(server, origins).get("/api/projects");
  const projects = new Map(recordsOf(content.items).map(({ id, name }) => [textOf(id), textOf(name) ?? "–"]));
  if (!Array.isArray(content.items) || !isRecord(content.included)) throw refusal("address", "unreachable");
  return recordsOf(content.included.boards).flatMap(({ id, name, projectId }) => {
    const boardId = textOf(id);
    return boardId ? [{ id: boardId, title: textOf(name) ?? "–", project: projects.get(textOf(projectId)) ?? "" }] : [];
  });
}

/**
 * Reads a board with its archive and comments. The document has the answers of the server as they are.
 * @throws Problem 422 at the field concerned when the server refuses, isn't supported, or the board is too large.
 */
export async function readBoardDocument(
  server: PlankaServer,
  boardId: string,
  origins: readonly string[],
): Promise<{ name: string; document: string }> {
  const client = new PlankaClient(server, origins);
  const board = await client.get(`/api/boards/${encodeURIComponent(boardId)}`);
  const item = isRecord(board.content.item) ? board.content.item : {};
  const included = isRecord(board.content.included) ? board.content.included : {};
  const lists = recordsOf(included.lists);
  // Lists have types since version 2.
  if (!Array.isArray(included.lists) || lists.some(({ type }) => textOf(type) === null))
    throw refusal("address", "version");
  const project = await client.get(`/api/projects/${encodeURIComponent(textOf(item.projectId) ?? "")}`);
  const archives = lists.filter(({ type }) => type === "archive");
  const pages: Answer[] = [];
  await forEachConcurrently(archives, async ({ id }) => {
    pages.push(...(await readArchive(client, textOf(id) ?? "")));
  });
  const cards = [...recordsOf(included.cards), ...pages.flatMap(({ content }) => recordsOf(content.items))];
  const commented = cards.filter(({ commentsTotal }) => (numberOf(commentsTotal) ?? 0) > 0);
  const comments: Answer[] = [];
  await forEachConcurrently(commented, async ({ id }) => {
    comments.push(...(await readComments(client, textOf(id) ?? "")));
  });
  const textsOf = (answers: readonly Answer[]) => `[${answers.map(({ text }) => text).join(",")}]`;
  const document = `{"format":"${plankaDocumentFormat}","board":${board.text},"project":${project.text},"archive":${textsOf(pages)},"comments":${textsOf(comments)}}`;
  return { name: textOf(item.name) ?? "Planka", document };
}

async function readArchive(client: PlankaClient, listId: string): Promise<Answer[]> {
  const path = `/api/lists/${encodeURIComponent(listId)}/cards`;
  return readPages(client, path, cardsPerPage, ({ listChangedAt, id }) => ({
    "before[listChangedAt]": textOf(listChangedAt),
    "before[id]": textOf(id),
  }));
}

const readComments = (client: PlankaClient, cardId: string): Promise<Answer[]> =>
  readPages(client, `/api/cards/${encodeURIComponent(cardId)}/comments`, cardsPerPage, ({ id }) => ({
    beforeId: textOf(id),
  }));

/** Pages continue before their last item. Stops at a page without new items, which a server that ignores the cursor would repeat. */
async function readPages(
  client: PlankaClient,
  path: string,
  perPage: number,
  cursorOf: (last: Json) => Record<string, string | null>,
): Promise<Answer[]> {
  const pages: Answer[] = [];
  const seen = new Set<string>();
  let query = "";
  for (;;) {
    const page = await client.get(path + query);
    const items = recordsOf(page.content.items);
    const sizeBefore = seen.size;
    for (const { id } of items) seen.add(textOf(id) ?? "");
    if (seen.size === sizeBefore) return pages;
    pages.push(page);
    const cursor = Object.entries(cursorOf(items.at(-1) ?? {}));
    if (items.length < perPage || cursor.some(([, value]) => value === null)) return pages;
    query = `?${new URLSearchParams(cursor as [string, string][])}`;
  }
}

async function forEachConcurrently<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const workers = Array.from({ length: concurrency }, async () => {
    for (const item of waiting) await work(item);
  });
  await Promise.all(workers);
}

interface Answer {
  text: string;
  content: Json;
}

class PlankaClient {
  private readonly base: string;
  private readonly fetch: ReturnType<typeof fetchExternal>;
  private readonly stop = new AbortController();
  private readonly signal = AbortSignal.any([AbortSignal.timeout(longestMs), this.stop.signal]);
  private failure: unknown;
  private remainingRequests = maxRequests;
  private remainingBytes = maxBoardFileBytes;

  constructor({ address, token }: PlankaServer, origins: readonly string[]) {
    this.base = baseOf(address);
    this.headers = headersOf(token);
    this.fetch = fetchExternal(origins, limits);
  }

  private readonly headers: Record<string, string>;

  /**
   * After the first failure, requests that still run are cancelled and further ones fail in the same way.
   * @throws Problem 422 at the field concerned unless the answer is JSON.
   */
  async get(path: string): Promise<Answer> {
    try {
      return await this.request(path);
    } catch (error) {
      this.failure ??= error;
      this.stop.abort();
      throw this.failure;
    }
  }

  private async request(path: string): Promise<Answer> {
    if (--this.remainingRequests < 0) throw refusal("board_id", "tooLarge");
    const response = await this.fetch(this.base + path, { headers: this.headers, signal: this.signal }).catch(
      (error: unknown) => {
        throw error instanceof TooLargeError || this.signal.aborted
          ? refusal("board_id", "tooLarge")
          : refusal("address", "unreachable");
      },
    );
    if (response.status === 401 || response.status === 403) throw refusal("token", "refused");
    if (response.status === 404 && path.startsWith("/api/boards/")) throw refusal("board_id", "missing");
    if (response.status !== 200) throw refusal("address", "unreachable");
    const text = await response.text();
    this.remainingBytes -= Buffer.byteLength(text);
    if (this.remainingBytes < 0) throw refusal("board_id", "tooLarge");
    return { text, content: parseObject(text) };
  }
}

/** @throws Problem 422 at the address for anything but JSON, such as the page of another program. */
function parseObject(text: string): Json {
  try {
    const content: unknown = JSON.parse(text);
    if (isRecord(content)) return content;
  } catch {
    // Not JSON.
  }
  throw refusal("address", "unreachable");
}

/** The address without its last slash and without the path of a board, which users copy from their browser. */
function baseOf(address: string): string {
  try {
    const { origin, pathname, protocol } = new URL(address);
    if (protocol === "https:" || protocol === "http:")
      return origin + pathname.replace(/\/(?:boards|projects|cards|login)(?:\/.*)?$/, "").replace(/\/+$/, "");
  } catch {
    // Not an address.
  }
  throw refusal("address", "unreachable");
}

/** Access tokens are JSON Web Tokens, which have three parts; API keys have none. Header values are limited to visible characters. */
function headersOf(token: string): Record<string, string> {
  if (!/^[\x21-\x7e]+$/.test(token)) throw refusal("token", "refused");
  return token.split(".").length === 3 ? { authorization: `Bearer ${token}` } : { "x-api-key": token };
}

type PlankaRefusal = "unreachable" | "version" | "refused" | "missing" | "tooLarge";

const refusal = (field: "address" | "token" | "board_id", reason: PlankaRefusal): Problem =>
  new Problem("request.invalid", { errors: { [field]: [`projectImport.planka.${reason}`] } });
