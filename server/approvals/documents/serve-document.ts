import type { FastifyInstance } from "fastify";
import type { ApprovalDecision } from "../../../shared/approvals/approvals/approvals.workflow";
import type { decisionCalls } from "../../../shared/approvals/approvals/decision-calls";
import type { Endpoint } from "../../../shared/kernel/endpoint";
import type { AnyObjectSchema } from "yup";
import type { Tx } from "../../platform/database/unit-of-work";
import type { FileEntity } from "../../platform/files/file.entity";
import { checkUpload, storeUpload, type UploadRules } from "../../platform/files/files.service";
import { replayOrRun } from "../../platform/http/idempotency";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import type { Actor } from "../../platform/session";
import type { DocumentInput, RequestDocument } from "./document.service";

type DecisionCalls = Omit<ReturnType<typeof decisionCalls<AnyObjectSchema>>, "command">;

interface DocumentCalls extends DecisionCalls {
  read: Endpoint;
  /** Omitted by families that take files with the document and serve the call themselves. */
  create?: Endpoint;
  /** One call, unless the specification has several addresses for the same change. */
  updates?: readonly Endpoint[];
  remove: Endpoint;
}

type ServedDocument<Row extends { id: number }, Input extends DocumentInput> = Pick<
  RequestDocument<never, Input>,
  "create" | "update" | "send" | "decide" | "cancel" | "remove"
> & { loadVisible(tx: Tx, actor: Actor, id: number): Promise<Row> };

interface DocumentReplies<Row, Detail> {
  present(tx: Tx, actor: Actor, row: Row): Promise<Detail>;
  /** Replies with a document that was read or written where they differ from `{ data }`. */
  replyOf?(detail: object): object;
  /** Message after a draft was deleted. */
  deletedMessage: string;
}

/** Reads a document that the actor may see, and presents it. @throws Problem 404. */
export type ReadDetail<Detail> = (tx: Tx, actor: Actor, id: number) => Promise<Detail>;

const decisions = [
  ["approve", "APPROVE", "request.approved"],
  ["reject", "REJECT", "request.rejected"],
  ["requestChanges", "REQUEST_CHANGES", "request.sentBack"],
] as const satisfies readonly (readonly [keyof DecisionCalls, ApprovalDecision, string])[];

/** Serves the calls that all families of requests have. @returns a function that reads and presents a document, for the family's own calls. */
export function serveDocument<Row extends { id: number }, Input extends DocumentInput, Detail extends object>(
  app: FastifyInstance,
  calls: DocumentCalls,
  document: ServedDocument<Row, Input>,
  { present, replyOf = (data) => ({ data }), deletedMessage }: DocumentReplies<Row, Detail>,
): ReadDetail<Detail> {
  const detail: ReadDetail<Detail> = async (tx, actor, id) =>
    present(tx, actor, await document.loadVisible(tx, actor, id));
  serveEndpoint(app, calls.read, async ({ tx, actor, params }) => ({ data: await detail(tx, actor, params["id"]) }));
  if (calls.create)
    serveEndpoint(app, calls.create, async ({ tx, actor, body, text }) => {
      const id = await document.create(tx, actor, body as Input);
      return { message: text(savedMessage(body)), ...replyOf(await detail(tx, actor, id)) };
    });
  for (const update of calls.updates ?? [])
    serveEndpoint(app, update, async ({ tx, actor, params, body, text }) => {
      await document.update(tx, actor, params["id"], body as Input);
      return { message: text(savedMessage(body)), ...replyOf(await detail(tx, actor, params["id"])) };
    });
  serveEndpoint(app, calls.remove, async ({ tx, actor, params, text }) => {
    await document.remove(tx, actor, params["id"]);
    return { message: text(deletedMessage), id: params["id"] };
  });
  serveEndpoint(app, calls.send, async ({ tx, actor, params, body, text }) => {
    await document.send(tx, actor, params.id, body.version);
    return { message: text("request.sent"), data: await detail(tx, actor, params.id) };
  });
  serveEndpoint(app, calls.cancel, async ({ tx, actor, params, body, text }) => {
    await document.cancel(tx, actor, params.id, body.version);
    return { message: text("request.cancelled"), data: await detail(tx, actor, params.id) };
  });
  for (const [name, decision, message] of decisions)
    serveEndpoint(app, calls[name] as DecisionCalls["approve"], async ({ tx, actor, params, body, text }) => {
      const note = body.reason || body.note || null;
      await document.decide(tx, actor, params.id, decision, { version: body.version, note });
      return { message: text(message), data: await detail(tx, actor, params.id) };
    });
  return detail;
}

export const savedMessage = ({ draft }: DocumentInput): string => (draft ? "request.draftSaved" : "request.sent");

interface DocumentFiles<Body> {
  rules: UploadRules;
  /** @throws Problem when the actor may not add this file now. */
  authorize(tx: Tx, actor: Actor, id: number, body: Body): Promise<unknown>;
  store(tx: Tx, actor: Actor, id: number, body: Body, file: StoredBytes): Promise<void>;
  remove(tx: Tx, actor: Actor, id: number, fileId: number): Promise<void>;
  detail: ReadDetail<object>;
}

export interface StoredBytes {
  bytes: Buffer;
  /** Inserts the row of the file, whose bytes are stored. */
  insert(): Promise<FileEntity>;
}

interface FileReply {
  message: string;
  data: object;
}

/** Serves adding and removing files of a document. An upload is authorized first; no database connection is held while storing its bytes. */
export function serveDocumentFiles<Body>(
  app: FastifyInstance,
  { add, remove }: Record<"add" | "remove", Endpoint>,
  { rules, authorize, store, detail, ...files }: DocumentFiles<Body>,
): void {
  serveMultiTransaction(app, add, async ({ unit, actor, params, body, text, request }) => {
    const id = params["id"] as number;
    await unit((tx) => authorize(tx, actor, id, body as Body));
    const sent = request.uploads.find(({ field }) => field === "file");
    const upload = await checkUpload(app.platform.childProcesses, actor, sent, rules);
    return storeUpload(unit, actor, app.platform.files, upload, async (tx, insert) => {
      const answer = await replayOrRun<FileReply>(tx, request, actor.id, add.status, async () => {
        await store(tx, actor, id, body as Body, { bytes: upload.bytes, insert });
        return { message: text("form.fileAdded", { name: upload.name }), data: await detail(tx, actor, id) };
      });
      return answer as FileReply;
    });
  });
  serveEndpoint(app, remove, async ({ tx, actor, params, text }) => {
    await files.remove(tx, actor, params["id"], params["file"]);
    return { message: text("form.fileRemoved"), data: await detail(tx, actor, params["id"]) };
  });
}
