import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { type ImportField, previewImport, readImport, runImport } from "../../../shared/people/people-import.contract";
import { userRoles } from "../../../shared/people/user-changes.contract";
import { importProgressKey } from "../../platform/live/live-queries.people";
import { queryClient, useAction, useEndpoint } from "../../platform/query";

export type ReadFile = ReplyOf<typeof readImport>["data"];
export type Preview = ReplyOf<typeof previewImport>["data"];
export type Column = ImportField | "";

interface Progress {
  done: number;
  total: number;
}

/** The way of a file: chosen and read, its columns named, tried, taken. The file goes along with each call. */
export function useImport(onDone: (message: string | undefined) => void) {
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<readonly Column[]>([]);
  const roles = useEndpoint(userRoles).data?.data ?? [];
  const [chosenRole, setRole] = useState<number | null>(null);
  const role = chosenRole ?? roles.find(({ code }) => code === "employee")?.id ?? null;
  const [invite, setInvite] = useState(true);
  const read = useAction(readImport, {
    onSuccess: ({ data }) => setColumns(data.columns.map(({ field }) => field ?? "")),
  });
  const preview = useAction(previewImport);
  const run = useAction(runImport, {
    onSuccess: ({ message }) => onDone(message),
    onSettled: () => queryClient.removeQueries({ queryKey: importProgressKey }),
  });
  const { data: progress = null } = useQuery<Progress>({ queryKey: importProgressKey, enabled: false });
  const bodyOf = (more: Record<string, string> = {}) => {
    const body = new FormData();
    if (file) body.set("file", file);
    body.set("columns", columns.join(","));
    if (role !== null) body.set("role_id", String(role));
    for (const [name, value] of Object.entries(more)) body.set(name, value);
    return body;
  };
  /** What was tried isn't what would be done now. */
  const changing =
    <Value>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      preview.reset();
    };
  return {
    file,
    choose: (chosen: File | null) => {
      if (!chosen) return;
      const body = new FormData();
      body.set("file", chosen);
      setFile(chosen);
      preview.reset();
      read.mutate({ body });
    },
    columns,
    setColumns: changing(setColumns),
    roles,
    role,
    setRole: changing(setRole),
    invite,
    setInvite,
    read: read.data?.data ?? null,
    reading: read.isPending,
    check: (then: () => void) => preview.mutate({ body: bodyOf() }, { onSuccess: then }),
    checking: preview.isPending,
    preview: preview.data?.data ?? null,
    start: () => run.mutate({ body: bodyOf({ invite: String(invite) }) }),
    running: run.isPending,
    progress: run.isPending ? progress : null,
  };
}

export type ImportState = ReturnType<typeof useImport>;
