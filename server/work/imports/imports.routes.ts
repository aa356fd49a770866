import type { FastifyInstance, FastifyRequest } from "fastify";
import type { InferType } from "yup";
import { userStream } from "../../../shared/kernel/events";
import * as contract from "../../../shared/work/imports/imports.contract";
import type { CardRole } from "../../../shared/work/imports/imports.schema";
import { type CheckedUpload, requireUpload, storeUploads } from "../../platform/files/files.service";
import type { UploadedFile } from "../../platform/http/body";
import { replayOrRun } from "../../platform/http/idempotency";
import { type RunTransaction, serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import type { FileEntity } from "../../platform/files/file.entity";
import { tableChoiceOf } from "../../platform/tables/table";
import type { Translate } from "../../platform/text";
import { authorizeInProject, projectAccess } from "../access/projects.policy";
import { readChangedProject } from "../projects/projects.read";
import { attachFiles, checkBoardFiles, type FilesOfTask, withoutImportedFiles } from "./board-files";
import { type ImportLoss, LossCounter } from "./imported-board";
import { boardKeysOf, presentBoardFile, readBoardInChild, requireChosenBoard } from "./imports.service";
import type { BoardFileInput } from "./read-board-file";
import { type UpdatedBoard, updateBoard } from "./update-board";
import { type BoardMapping, type WrittenBoard, writeBoard } from "./write-board";

/** Read, preview and import; each call uploads the file again. */
export function registerImportsRoutes(app: FastifyInstance): void {
  const { childProcesses } = app.platform;

  serveMultiTransaction(app, contract.readBoardImport, async ({ unit, actor, body, request }) => {
    const input = inputOf(uploadOf(request), body);
    const file = await readBoardInChild(childProcesses, actor, input);
    const data = await unit((tx) => presentBoardFile(tx, actor, file, boardKeysOf(file.board, input.bytes)));
    return { data };
  });

  serveMultiTransaction(app, contract.previewBoardImport, async (call) => {
    const { write } = await prepareImport(app, call);
    const { counts, losses } = await runDry(call.unit, write);
    return { data: { counts, losses } };
  });

  serveMultiTransaction(app, contract.runBoardImport, async (call) => {
    const { actor, text } = call;
    const prepared = await prepareImport(app, call, progressOf(app, call));
    return runOnce(app, call, contract.runBoardImport, prepared, async (tx, { projectId, counts, losses }) => {
      const project = await readChangedProject(tx, actor, projectId);
      return { message: text("projectImport.done", { tasks: counts.tasks }), data: { project, counts, losses } };
    });
  });

  serveMultiTransaction(app, contract.previewBoardUpdate, async (call) => {
    const { write } = await prepareUpdate(app, call);
    return { data: await runDry(call.unit, write) };
  });

  serveMultiTransaction(app, contract.runBoardUpdate, async (call) => {
    const { actor, params, text } = call;
    const prepared = await prepareUpdate(app, call, progressOf(app, call));
    return runOnce(app, call, contract.runBoardUpdate, prepared, async (tx, result) => {
      const project = await readChangedProject(tx, actor, params.id);
      const { created, updated } = result.counts;
      return { message: text("projectImport.updated", { created, updated }), data: { project, ...result } };
    });
  });
}

type Body = InferType<typeof contract.runBoardImport.body>;

interface ImportCall {
  unit: RunTransaction;
  actor: Actor;
  body: Body;
  text: Translate;
  request: FastifyRequest;
}

/** An import whose file is read, outside of transactions. */
interface PreparedImport<Result> {
  uploads: CheckedUpload[];
  /** Writes the import; `keep` inserts the row of a stored file. A dry run has stored none. */
  write: (tx: Tx, keep?: (upload: CheckedUpload) => Promise<FileEntity>) => Promise<Result & { losses: ImportLoss[] }>;
}

type OnProgress = (done: number, total: number) => void;

/** Reverts the transaction of a dry run. */
class DryRunEnd<Result> extends Error {
  constructor(readonly written: Result) {
    super("end of the dry run");
  }
}

/** Runs the work in a transaction that is reverted. */
async function runDry<Result>(unit: RunTransaction, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await unit(async (tx) => {
      throw new DryRunEnd(await work(tx));
    });
  } catch (error) {
    if (error instanceof DryRunEnd) return error.written as Result;
    throw error;
  }
}

/** Stores the files and writes the import in one transaction. A repeated request with the same idempotency key gets the first answer. */
async function runOnce<Result, Answer extends object>(
  app: FastifyInstance,
  { unit, actor, request }: Pick<ImportCall, "unit" | "actor" | "request">,
  { status }: { status: number },
  { uploads, write }: PreparedImport<Result>,
  present: (tx: Tx, written: Result & { losses: ImportLoss[] }) => Promise<Answer>,
): Promise<Answer> {
  await app.takeUploadQuota(request, storedBytesBeyond(request, uploads));
  return storeUploads(unit, actor, app.platform.files, uploads, async (tx, keep) => {
    const run = async () => present(tx, await write(tx, keep));
    return (await replayOrRun<Answer>(tx, request, actor.id, status, run)) as Answer;
  });
}

/** Bytes that files of a ZIP have more than the request, which is counted already. */
function storedBytesBeyond(request: FastifyRequest, uploads: readonly CheckedUpload[]): number {
  const storedBytes = uploads.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return Math.max(0, storedBytes - uploadOf(request).bytes.length);
}

async function prepareImport(
  app: FastifyInstance,
  { actor, body, text, request }: ImportCall,
  onProgress: OnProgress = () => {},
): Promise<PreparedImport<WrittenBoard>> {
  const upload = uploadOf(request);
  const { childProcesses } = app.platform;
  const file = await readBoardInChild(childProcesses, actor, inputOf(upload, body));
  requireChosenBoard(file);
  const readingLosses = new LossCounter(file.board.losses);
  const { board, uploads } = await checkBoardFiles(childProcesses, actor, file.board, upload.bytes, readingLosses);
  const mapping: BoardMapping = {
    title: body.title,
    fileName: upload.name,
    boardKey: boardKeysOf(board, upload.bytes)[0],
    kinds: new Map(body.columns?.map(({ id, kind }) => [id, kind])),
    users: new Map(body.people?.map(({ id, user_id }) => [id, user_id])),
  };
  return {
    uploads: [...uploads.values()],
    write: async (tx, keep) => {
      // A transaction that is repeated after a conflict counts again.
      const losses = new LossCounter(readingLosses.list());
      const attach = async (tasks: readonly FilesOfTask[]) => {
        if (keep) await attachFiles(tx, tasks, uploads, { users: mapping.users, keep });
      };
      const written = await writeBoard(tx, actor, board, mapping, { text, losses, onProgress, attach });
      return { ...written, losses: losses.list() };
    },
  };
}

interface UpdateCall extends Omit<ImportCall, "body"> {
  params: { id: number };
  body: InferType<typeof contract.runBoardUpdate.body>;
}

async function prepareUpdate(
  app: FastifyInstance,
  { unit, actor, params, body, text, request }: UpdateCall,
  onProgress: OnProgress = () => {},
): Promise<PreparedImport<UpdatedBoard>> {
  // Before the file is read, because that takes long. The transaction checks it again.
  await unit(async (tx) => authorizeInProject(actor, "project-edit", await projectAccess(tx, actor, params.id)));
  const upload = uploadOf(request);
  const { childProcesses } = app.platform;
  const file = await readBoardInChild(childProcesses, actor, inputOf(upload, body));
  requireChosenBoard(file);
  const readingLosses = new LossCounter(file.board.losses);
  const boardOfNewFiles = await unit((tx) => withoutImportedFiles(tx, params.id, file.board));
  const { board, uploads } = await checkBoardFiles(childProcesses, actor, boardOfNewFiles, upload.bytes, readingLosses);
  const mapping = {
    fileName: upload.name,
    boardKeys: boardKeysOf(board, upload.bytes),
    isTable: file.table !== null,
    users: new Map(body.people?.map(({ id, user_id }) => [id, user_id])),
  };
  return {
    uploads: [...uploads.values()],
    write: async (tx, keep) => {
      // A transaction that is repeated after a conflict counts again.
      const losses = new LossCounter(readingLosses.list());
      const attach = async (tasks: readonly FilesOfTask[]) => {
        if (keep) await attachFiles(tx, tasks, uploads, { users: mapping.users, keep });
      };
      const updated = await updateBoard(tx, actor, params.id, board, mapping, { text, losses, onProgress, attach });
      return { ...updated, losses: losses.list() };
    },
  };
}

const progressOf =
  (app: FastifyInstance, { unit, actor }: Pick<ImportCall, "unit" | "actor">): OnProgress =>
  (done, total) => {
    const emission = unit(async (tx) => tx.emit("project_import.progress", userStream(actor.id), { done, total }));
    emission.catch((error) => app.log.warn({ err: error }, "progress of an import"));
  };

const uploadOf = (request: FastifyRequest): UploadedFile =>
  requireUpload(request.uploads?.find(({ field }) => field === "file"));

const inputOf = (
  { bytes, name }: UploadedFile,
  { roles, board, ...choice }: InferType<typeof contract.readBoardImport.body>,
): BoardFileInput => ({
  bytes,
  fileName: name,
  boardId: board || null,
  choice: tableChoiceOf(choice),
  roles: roles?.length ? roles.map((role) => (role || null) as CardRole | null) : null,
});
