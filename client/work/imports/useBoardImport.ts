import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { Encoding, Separator } from "../../../shared/kernel/table-text";
import {
  type BoardImport,
  previewBoardImport,
  readBoardImport,
  runBoardImport,
} from "../../../shared/work/imports/imports.contract";
import { type CardRole, maxBoardFileBytes } from "../../../shared/work/imports/imports.schema";
import { useText } from "../../platform/intl/useText";
import { queryClient, useAction } from "../../platform/query";
import { toast } from "../../ui/toast/toast";
import { type LayoutChoice, setChoices } from "../../ui/fields/TableLayoutFields";
import { boardImportProgressKey } from "./imports.live";

export type ImportedProject = ReplyOf<typeof runBoardImport>["data"];
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

/** State of the import of a board. Each call uploads the file again. */
export function useBoardImport(onDone: (result: ImportedProject, message: string) => void) {
  const text = useText();
  const [file, setFile] = useState<File | null>(null);
  const [textChoice, setTextChoice] = useState<TextChoice>({});
  const [roles, setRoles] = useState<readonly ChosenRole[] | null>(null);
  const [board, setBoard] = useState<string | null>(null);
  const [title, setTitle] = useState("");
  const [kinds, setKinds] = useState<ReadonlyMap<string, ColumnKind>>(new Map());
  const [users, setUsers] = useState<ReadonlyMap<string, number>>(new Map());
  const preview = useAction(previewBoardImport);
  const read = useAction(readBoardImport, {
    onSuccess: ({ data }) => {
      setTitle(data.title);
      setKinds(new Map());
      setUsers(new Map(data.people.flatMap(({ id, user }) => (user ? [[id, user.id]] : []))));
      setRoles(data.table ? data.table.columns.map(({ role }) => role ?? "") : null);
      preview.reset();
    },
  });
  const run = useAction(runBoardImport, {
    onSuccess: ({ data, message }) => onDone(data, message ?? ""),
    onSettled: () => queryClient.removeQueries({ queryKey: boardImportProgressKey }),
  });
  const { data: progress = null } = useQuery<Progress>({ queryKey: boardImportProgressKey, enabled: false });

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
    body.set("title", title);
    body.set("columns", JSON.stringify([...kinds].map(([id, kind]) => ({ id, kind }))));
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
    check: (then: () => void) => preview.mutate({ body: importBody() }, { onSuccess: then }),
    isChecking: preview.isPending,
    preview: preview.data?.data ?? null,
    start: () => run.mutate({ body: importBody() }),
    isRunning: run.isPending,
    progress: run.isPending ? progress : null,
  };
}

export type BoardImportState = ReturnType<typeof useBoardImport>;
