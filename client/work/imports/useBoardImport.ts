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
import { useText } from "../../platform/intl/useText";
import { queryClient, useAction } from "../../platform/query";
import { toast } from "../../ui/toast/toast";
import { type LayoutChoice, setChoices } from "../../ui/fields/TableLayoutFields";
import { boardImportProgressKey } from "./imports.live";

export type ImportedProject = ReplyOf<typeof runBoardImport>["data"];
export type UpdatedProject = ReplyOf<typeof runBoardUpdate>["data"];
export type ColumnKind = BoardImport["columns"][number]["kind"];
type ChosenRole = CardRole | "";

interface TextChoice extends LayoutChoice {
  encoding?: Encoding;
  separator?: Separator;
}

interface Progress {
  done: number;
  total: number;
}

/** Users by person of the file: those chosen at the project's last import, otherwise the suggested ones. */
function usersFor({ people, earlier }: BoardImport, projectId: number | null): Map<string, number> {
  const users = new Map(people.flatMap(({ id, user }) => (user ? [[id, user.id]] : [])));
  for (const { id, user_id } of earlier.find((project) => project.id === projectId)?.people ?? [])
    if (user_id === null) users.delete(id);
    else users.set(id, user_id);
  return users;
}

/** State of the import of a board. Each call uploads the file again. */
export function useBoardImport(onDone: (result: ImportedProject | UpdatedProject, message: string) => void) {
  const text = useText();
  const [file, setFile] = useState<File | null>(null);
  const [textChoice, setTextChoice] = useState<TextChoice>({});
  const [roles, setRoles] = useState<readonly ChosenRole[] | null>(null);
  const [board, setBoard] = useState<string | null>(null);
  const [title, setTitle] = useState("");
  const [kinds, setKinds] = useState<ReadonlyMap<string, ColumnKind>>(new Map());
  const [users, setUsers] = useState<ReadonlyMap<string, number>>(new Map());
  /** Project to update; null for a new one. */
  const [targetId, setTargetId] = useState<number | null>(null);
  const preview = useAction(previewBoardImport);
  const updatePreview = useAction(previewBoardUpdate);
  const read = useAction(readBoardImport, {
    onSuccess: ({ data }) => {
      setTitle(data.title);
      setKinds(new Map());
      const latest = data.earlier.find(({ can_update }) => can_update)?.id ?? null;
      setTargetId(latest);
      setUsers(usersFor(data, latest));
      setRoles(data.table ? data.table.columns.map(({ role }) => role ?? "") : null);
      preview.reset();
    },
  });
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

  const fileBody = (
    chosen: File,
    choice: TextChoice,
    chosenRoles: readonly ChosenRole[] | null,
    chosenBoard: string | null = null,
  ) => {
    const body = new FormData();
    body.set("file", chosen);
    if (chosenBoard !== null) body.set("board", chosenBoard);
    setChoices(body, choice);
    if (chosenRoles) body.set("roles", JSON.stringify(chosenRoles));
    return body;
  };
  const importBody = () => {
    const body = fileBody(file as File, textChoice, roles, board);
    if (targetId === null) {
      body.set("title", title);
      body.set("columns", JSON.stringify([...kinds].map(([id, kind]) => ({ id, kind }))));
    }
    body.set("people", JSON.stringify([...users].map(([id, user_id]) => ({ id, user_id }))));
    return body;
  };
  return {
    file,
    choose: (chosen: File | null) => {
      if (!chosen) return;
      if (chosen.size > maxBoardFileBytes) {
        toast.error(text("file.tooLargeFor", { most: maxBoardFileBytes / 1024 ** 2 }));
        return;
      }
      setFile(chosen);
      setTextChoice({});
      setBoard(null);
      read.mutate({ body: fileBody(chosen, {}, null) });
    },
    chooseBoard: (chosen: string) => {
      if (!file) return;
      setBoard(chosen);
      read.mutate({ body: fileBody(file, {}, null, chosen) });
    },
    readAs: (choice: TextChoice) => {
      if (!file) return;
      const next = { ...textChoice, ...choice };
      setTextChoice(next);
      read.mutate({ body: fileBody(file, next, null) });
    },
    setRole: (at: number, role: ChosenRole) => {
      if (!file || !roles) return;
      const next = roles.map((other, index) => (index === at ? role : other));
      setRoles(next);
      read.mutate({ body: fileBody(file, textChoice, next) });
    },
    forget: () => {
      setFile(null);
      read.reset();
      preview.reset();
    },
    found: read.data?.data ?? null,
    isReading: read.isPending,
    roles,
    title,
    setTitle,
    kindOf: (column: BoardImport["columns"][number]): ColumnKind => kinds.get(column.id) ?? column.kind,
    setKind: (id: string, kind: ColumnKind) => setKinds(new Map([...kinds, [id, kind]])),
    users,
    setUser: (id: string, userId: number | null) => {
      const next = new Map(users);
      if (userId === null) next.delete(id);
      else next.set(id, userId);
      setUsers(next);
    },
    targetId,
    setTarget: (projectId: number | null) => {
      setTargetId(projectId);
      if (read.data) setUsers(usersFor(read.data.data, projectId));
    },
    check: (then: () => void) => {
      if (targetId === null) preview.mutate({ body: importBody() }, { onSuccess: then });
      else updatePreview.mutate({ params: { id: targetId }, body: importBody() }, { onSuccess: then });
    },
    isChecking: preview.isPending || updatePreview.isPending,
    preview: targetId === null ? (preview.data?.data ?? null) : null,
    updatePreview: targetId === null ? null : (updatePreview.data?.data ?? null),
    start: () => {
      if (targetId === null) run.mutate({ body: importBody() });
      else runUpdate.mutate({ params: { id: targetId }, body: importBody() });
    },
    isRunning,
    progress: isRunning ? progress : null,
  };
}

export type BoardImportState = ReturnType<typeof useBoardImport>;
