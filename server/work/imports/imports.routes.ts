import type { FastifyInstance, FastifyRequest } from "fastify";
import type { InferType } from "yup";
import { userStream } from "../../../shared/kernel/events";
import * as contract from "../../../shared/work/imports/imports.contract";
import type { CardRole } from "../../../shared/work/imports/imports.schema";
import { type CheckedUpload, requireUpload, storeUploads } from "../../platform/files/files.service";
import type { UploadedFile } from "../../platform/http/body";
import { type RunTransaction, serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import type { FileEntity } from "../../platform/files/file.entity";
import { tableChoiceOf } from "../../platform/tables/table";
import type { Translate } from "../../platform/text";
import { authorizeInProject, projectAccess } from "../access/projects.policy";
import { readChangedProject } from "../projects/projects.read";
import { attachFiles, checkBoardFiles, withoutImportedFiles } from "./board-files";
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

  serveMultiTransaction(app, contract.previewBoardImport, async ({ unit, actor, body, text, request }) => {
    const { counts, losses } = await importBoard(app, { unit, actor, body, text, request, isDryRun: true });
    return { data: { counts, losses } };
  });

  serveMultiTransaction(app, contract.runBoardImport, async ({ unit, actor, body, text, request }) => {
    const { projectId, counts, losses } = await importBoard(app, { unit, actor, body, text, request, isDryRun: false });
    const project = await unit((tx) => readChangedProject(tx, actor, projectId));
    return { message: text("projectImport.done", { tasks: counts.tasks }), data: { project, counts, losses } };
  });

  serveMultiTransaction(app, contract.previewBoardUpdate, async (call) => ({
    data: await updateFromFile(app, { ...call, isDryRun: true }),
  }));

  serveMultiTransaction(app, contract.runBoardUpdate, async (call) => {
    const { unit, actor, params, text } = call;
    const result = await updateFromFile(app, { ...call, isDryRun: false });
    const project = await unit((tx) => readChangedProject(tx, actor, params.id));
    const { created, updated } = result.counts;
    return { message: text("projectImport.updated", { created, updated }), data: { project, ...result } };
  });
}

type Body = InferType<typeof contract.runBoardImport.body>;

interface ImportCall {
  unit: RunTransaction;
  actor: Actor;
  body: Body;
  text: Translate;
  request: FastifyRequest;
  /** Whether to revert everything at the end. */
  isDryRun: boolean;
}

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

async function importBoard(
  app: FastifyInstance,
  { unit, actor, body, text, request, isDryRun }: ImportCall,
): Promise<WrittenBoard & { losses: ImportLoss[] }> {
  const upload = uploadOf(request);
  const { childProcesses, files } = app.platform;
  const file = await readBoardInChild(childProcesses, actor, inputOf(upload, body));
  requireChosenBoard(file);
  const losses = new LossCounter(file.board.losses);
  const { board, uploads } = await checkBoardFiles(childProcesses, actor, file.board, upload.bytes, losses);
  const mapping: BoardMapping = {
    title: body.title,
    fileName: upload.name,
    boardKey: boardKeysOf(board, upload.bytes)[0],
    kinds: new Map(body.columns?.map(({ id, kind }) => [id, kind])),
    users: new Map(body.people?.map(({ id, user_id }) => [id, user_id])),
  };
  const onProgress = isDryRun ? () => {} : progressOf(app, unit, actor);
  const write = (tx: Tx, keep?: (upload: CheckedUpload) => Promise<FileEntity>) =>
    writeBoard(tx, actor, board, mapping, {
      text,
      losses,
      onProgress,
      attach: async (tasks) => {
        if (keep) await attachFiles(tx, tasks, uploads, { users: mapping.users, keep });
      },
    });
  const written = isDryRun
    ? await runDry(unit, write)
    : await storeUploads(unit, actor, files, [...uploads.values()], write);
  return { ...written, losses: losses.list() };
}

interface UpdateCall extends Omit<ImportCall, "body"> {
  params: { id: number };
  body: InferType<typeof contract.runBoardUpdate.body>;
}

async function updateFromFile(
  app: FastifyInstance,
  { unit, actor, params, body, text, request, isDryRun }: UpdateCall,
): Promise<UpdatedBoard & { losses: ImportLoss[] }> {
  // Before the file is read, because that takes long. The transaction checks it again.
  await unit(async (tx) => authorizeInProject(actor, "project-edit", await projectAccess(tx, actor, params.id)));
  const upload = uploadOf(request);
  const { childProcesses, files } = app.platform;
  const file = await readBoardInChild(childProcesses, actor, inputOf(upload, body));
  requireChosenBoard(file);
  const losses = new LossCounter(file.board.losses);
  const boardOfNewFiles = await unit((tx) => withoutImportedFiles(tx, params.id, file.board));
  const { board, uploads } = await checkBoardFiles(childProcesses, actor, boardOfNewFiles, upload.bytes, losses);
  const mapping = {
    fileName: upload.name,
    boardKeys: boardKeysOf(board, upload.bytes),
    isTable: file.table !== null,
    users: new Map(body.people?.map(({ id, user_id }) => [id, user_id])),
  };
  const onProgress = isDryRun ? () => {} : progressOf(app, unit, actor);
  const write = (tx: Tx, keep?: (upload: CheckedUpload) => Promise<FileEntity>) =>
    updateBoard(tx, actor, params.id, board, mapping, {
      text,
      losses,
      onProgress,
      attach: async (tasks) => {
        if (keep) await attachFiles(tx, tasks, uploads, { users: mapping.users, keep });
      },
    });
  const updated = isDryRun
    ? await runDry(unit, write)
    : await storeUploads(unit, actor, files, [...uploads.values()], write);
  return { ...updated, losses: losses.list() };
}

function progressOf(app: FastifyInstance, unit: RunTransaction, actor: Actor) {
  return (done: number, total: number): void => {
    const tell = unit(async (tx) => tx.emit("project_import.progress", userStream(actor.id), { done, total }));
    tell.catch((error) => app.log.warn({ err: error }, "progress of an import"));
  };
}

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
