import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { Encoding, Separator } from "../../../shared/kernel/table-text";
import {
  type BoardImport,
  previewBoardImport,
  previewBoardUpdate,
  readBoardImport,
  runBoardImport,
  runBoardUpdate,
} from "../../../shared/work/imports/imports.contract";
import { type CardRole, maxBoardFileBytes } from "../../../shared/work/imports/imports.schema";
import { newIdempotencyKey } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { queryClient, useAction } from "../../platform/query";
import { toast } from "../../ui/toast/toast";
import { type LayoutChoice, setChoices as setLayout } from "../../ui/fields/TableLayoutFields";
import { type ColumnKind, type ImportChoices, initialChoices, keepChoices, usersFor } from "./import-choices";
import { boardImportProgressKey } from "./imports.live";

export type ImportedProject = ReplyOf<typeof runBoardImport>["data"];
export type UpdatedProject = ReplyOf<typeof runBoardUpdate>["data"];
type ChosenRole = CardRole | "";

interface TextChoice extends LayoutChoice {
  encoding?: Encoding;
  separator?: Separator;
}

/** The file and how it is read. */
interface Source {
  file: File;
  textChoice: TextChoice;
  roles: readonly ChosenRole[] | null;
  /** The chosen board of a file with several boards. */
  board: string | null;
}

interface Reading {
  source: Source;
  found: BoardImport;
  choices: ImportChoices;
}

/** A request that was checked and can be sent unchanged, also again after a broken connection. */
interface CheckedRequest {
  body: FormData;
  targetId: number | null;
  idempotencyKey: string;
}

interface Progress {
  done: number;
  total: number;
}

function sourceBody({ file, textChoice, roles, board }: Source): FormData {
  const body = new FormData();
  body.set("file", file);
  if (board !== null) body.set("board", board);
  setLayout(body, textChoice);
  if (roles) body.set("roles", JSON.stringify(roles));
  return body;
}

function importBody({ source, choices: { title, kinds, users, targetId } }: Reading): FormData {
  const body = sourceBody(source);
  if (targetId === null) {
    body.set("title", title);
    body.set("columns", JSON.stringify([...kinds].map(([id, kind]) => ({ id, kind }))));
  }
  body.set("people", JSON.stringify([...users].map(([id, user_id]) => ({ id, user_id }))));
  return body;
}

/** State of the import of a board. Each call uploads the file again. */
export function useBoardImport(onDone: (result: ImportedProject | UpdatedProject, message: string) => void) {
  const text = useText();
  /** The last successful reading of the file, which stays on screen while the file is read in another way. */
  const [reading, setReading] = useState<Reading | null>(null);
  /** How the file is being read. */
  const [requested, setRequested] = useState<Source | null>(null);
  const [checked, setChecked] = useState<CheckedRequest | null>(null);
  const preview = useAction(previewBoardImport);
  const updatePreview = useAction(previewBoardUpdate);
  const read = useAction(readBoardImport);
  const onSettled = () => queryClient.removeQueries({ queryKey: boardImportProgressKey });
  const run = useAction(runBoardImport, {
    onSuccess: ({ data, message }) => onDone(data, message ?? ""),
    onSettled,
  });
  const runUpdate = useAction(runBoardUpdate, {
    onSuccess: ({ data, message }) => onDone(data, message ?? ""),
    onSettled,
  });
  const { data: progress = null } = useQuery<Progress>({ queryKey: boardImportProgressKey, enabled: false });

  const isRunning = run.isPending || runUpdate.isPending;
  const targetId = reading?.choices.targetId ?? null;

  const readSource = (source: Source) => {
    setRequested(source);
    read.mutate(
      { body: sourceBody(source) },
      {
        onSuccess: ({ data: found }) => {
          const roles = found.table ? found.table.columns.map(({ role }): ChosenRole => role ?? "") : null;
          setReading((last) => {
            const isSameBoard = last?.source.file === source.file && last.source.board === source.board;
            const choices = isSameBoard ? keepChoices(last.choices, last.found, found) : initialChoices(found);
            return { source: { ...source, roles }, found, choices };
          });
        },
        onSettled: () => setRequested(null),
      },
    );
  };
  /** The source of the latest request: its changes are kept if another one follows before the answer. */
  const latestSource = requested ?? reading?.source ?? null;
  const readAgain = (change: Partial<Source>) => {
    if (latestSource) readSource({ ...latestSource, ...change });
  };
  const choose = (change: Partial<ImportChoices>) => {
    if (reading) setReading({ ...reading, choices: { ...reading.choices, ...change } });
  };
  return {
    file: reading?.source.file ?? null,
    chooseFile: (file: File | null) => {
      if (!file) return;
      if (file.size > maxBoardFileBytes) {
        toast.error(text("file.tooLargeFor", { most: maxBoardFileBytes / 1024 ** 2 }));
        return;
      }
      setReading(null);
      readSource({ file, textChoice: {}, roles: null, board: null });
    },
    chooseBoard: (board: string) => readAgain({ board, textChoice: {}, roles: null }),
    readAs: (choice: TextChoice) => readAgain({ textChoice: { ...latestSource?.textChoice, ...choice }, roles: null }),
    setRole: (at: number, role: ChosenRole) =>
      readAgain({ roles: latestSource?.roles?.map((other, index) => (index === at ? role : other)) ?? null }),
    found: reading?.found ?? null,
    isReading: read.isPending,
    roles: requested?.roles ?? reading?.source.roles ?? null,
    board: requested?.board ?? reading?.found.board ?? null,
    title: reading?.choices.title ?? "",
    setTitle: (title: string) => choose({ title }),
    kindOf: (column: BoardImport["columns"][number]): ColumnKind =>
      reading?.choices.kinds.get(column.id) ?? column.kind,
    setKind: (id: string, kind: ColumnKind) =>
      choose({ kinds: new Map([...(reading?.choices.kinds ?? []), [id, kind]]) }),
    users: reading?.choices.users ?? new Map<string, number>(),
    setUser: (id: string, userId: number | null) => {
      const users = new Map(reading?.choices.users);
      if (userId === null) users.delete(id);
      else users.set(id, userId);
      choose({ users });
    },
    targetId,
    setTarget: (projectId: number | null) => {
      if (reading) choose({ targetId: projectId, users: usersFor(reading.found, projectId) });
    },
    check: (then: () => void) => {
      if (!reading) return;
      const request = { body: importBody(reading), targetId, idempotencyKey: newIdempotencyKey() };
      const onSuccess = () => {
        setChecked(request);
        then();
      };
      if (targetId === null) preview.mutate({ body: request.body }, { onSuccess });
      else updatePreview.mutate({ params: { id: targetId }, body: request.body }, { onSuccess });
    },
    isChecking: preview.isPending || updatePreview.isPending,
    preview: targetId === null ? (preview.data?.data ?? null) : null,
    updatePreview: targetId === null ? null : (updatePreview.data?.data ?? null),
    start: () => {
      if (!checked) return;
      const { body, idempotencyKey } = checked;
      if (checked.targetId === null) run.mutate({ body, idempotencyKey });
      else runUpdate.mutate({ params: { id: checked.targetId }, body, idempotencyKey });
    },
    isRunning,
    progress: isRunning ? progress : null,
  };
}

export type BoardImportState = ReturnType<typeof useBoardImport>;
