import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import type { Encoding, Separator } from "../../../../shared/kernel/table-text";
import type { NumberStyle } from "../../../../shared/kernel/written-amounts";
import type { DayStyle } from "../../../../shared/kernel/written-days";
import {
  dayFields,
  numberFields,
  type ImportField,
  previewImport,
  readImport,
  runImport,
} from "../../../../shared/people/people/people-import.contract";
import { readUserRoles } from "../../../../shared/people/people/user-changes.contract";
import { importProgressKey } from "../people.live";
import { type LayoutChoice, setChoices } from "../../../ui/fields/TableLayoutFields";
import { newIdempotencyKey } from "../../../platform/api";
import { queryClient, useAction, useEndpoint } from "../../../platform/query";

export type ImportedFile = ReplyOf<typeof readImport>["data"];
export type ImportPreview = ReplyOf<typeof previewImport>["data"];
export type ImportResult = ReplyOf<typeof runImport>["data"];
export type ImportTarget = ImportField | "";
export type ColumnFormat = NumberStyle | DayStyle | "";

interface Progress {
  done: number;
  total: number;
}

interface TextChoice extends LayoutChoice {
  encoding?: Encoding;
  separator?: Separator;
}

export const formatKindOf = (column: ImportTarget | undefined): "numbers" | "days" | null => {
  if ((numberFields as readonly string[]).includes(column ?? "")) return "numbers";
  return (dayFields as readonly string[]).includes(column ?? "") ? "days" : null;
};

/** Corrected cells and excluded rows. */
function useRowChanges() {
  const [valueByCell, setValueByCell] = useState<ReadonlyMap<string, string>>(new Map());
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set());
  const [isStale, setStale] = useState(false);
  return {
    corrections: [...valueByCell].map(([key, value]) => ({ ...cellOf(key), value })),
    skippedLines: [...skipped],
    /** Whether rows were corrected or excluded since the last check. */
    isStale,
    markChecked: () => setStale(false),
    reset: () => {
      setValueByCell(new Map());
      setSkipped(new Set());
    },
    valueOf: (line: number, field: ImportField) => valueByCell.get(keyOf(line, field)),
    correct: (line: number, field: ImportField, value: string) => {
      setValueByCell(new Map([...valueByCell, [keyOf(line, field), value]]));
      setStale(true);
    },
    isSkipped: (line: number) => skipped.has(line),
    skip: (line: number, leftOut: boolean) => {
      const next = new Set(skipped);
      if (leftOut) next.add(line);
      else next.delete(line);
      setSkipped(next);
      setStale(true);
    },
  };
}

const noColumns: readonly ImportTarget[] = [];

/** State of the import. Each call uploads the file again. */
export function useImport(onDone: (result: ImportResult, message: string) => void) {
  const [file, setFile] = useState<File | null>(null);
  const [textChoice, setTextChoice] = useState<TextChoice>({});
  const [columns, setColumns] = useState(noColumns);
  const [formats, setFormats] = useState<readonly ColumnFormat[]>([]);
  const rows = useRowChanges();
  const rolesQuery = useEndpoint(readUserRoles);
  const roles = rolesQuery.data?.data ?? [];
  const [chosenRole, setRole] = useState<number | null>(null);
  const role = chosenRole ?? roles.find(({ code }) => code === "employee")?.id ?? null;
  const [chosenCurrency, setCurrency] = useState<string | null>(null);
  const [createMissing, setCreateMissing] = useState(true);
  const [invite, setInvite] = useState(false);
  const read = useAction(readImport, {
    onSuccess: ({ data }) => {
      setColumns(data.columns.map(({ field }) => field ?? ""));
      setFormats(data.columns.map(() => ""));
      rows.reset();
    },
  });
  const preview = useAction(previewImport, { onSuccess: rows.markChecked });
  /** The import that was sent last, until it succeeds. After a dropped connection, the same import is repeated with its key. */
  const unfinishedImport = useRef<{ file: File | null; content: string; key: string } | null>(null);
  const run = useAction(runImport, {
    onSuccess: ({ data, message }) => {
      unfinishedImport.current = null;
      onDone(data, message ?? "");
    },
    onSettled: () => queryClient.removeQueries({ queryKey: importProgressKey }),
  });
  const { data: progress = null } = useQuery<Progress>({ queryKey: importProgressKey, enabled: false });
  const found = read.data?.data ?? null;
  const currency = chosenCurrency ?? found?.currency ?? null;

  const readFile = (chosen: File, choice: TextChoice) => {
    const body = new FormData();
    body.set("file", chosen);
    setChoices(body, choice);
    preview.reset();
    read.mutate({ body });
  };
  const bodyOf = (extraFields: Record<string, string> = {}) => {
    const body = new FormData();
    if (file) body.set("file", file);
    setChoices(body, textChoice);
    body.set("columns", JSON.stringify(columns));
    body.set("formats", JSON.stringify(formats));
    body.set("corrections", JSON.stringify(rows.corrections));
    body.set("skip", JSON.stringify(rows.skippedLines));
    body.set("create_missing", String(createMissing));
    if (role !== null) body.set("role_id", String(role));
    if (currency !== null) body.set("currency", currency);
    for (const [name, value] of Object.entries(extraFields)) body.set(name, value);
    return body;
  };
  /** Discards the preview, which no longer matches the options. */
  const changing =
    <Value>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      preview.reset();
    };
  return {
    file,
    forget: () => {
      setFile(null);
      read.reset();
      preview.reset();
    },
    choose: (chosen: File | null) => {
      if (!chosen) return;
      setFile(chosen);
      setTextChoice({});
      readFile(chosen, {});
    },
    readAs: (choice: TextChoice) => {
      if (!file) return;
      const next = { ...textChoice, ...choice };
      setTextChoice(next);
      readFile(file, next);
    },
    columns,
    setColumns: changing(setColumns),
    formats,
    setFormats: changing(setFormats),
    undecided: columns.some((column, at) => {
      const kind = formatKindOf(column);
      return kind !== null && Boolean(found?.columns[at]?.[kind]?.ambiguous) && !formats[at];
    }),
    rolesQuery,
    roles,
    role,
    setRole: changing(setRole),
    currency,
    setCurrency: changing(setCurrency),
    createMissing,
    setCreateMissing: changing(setCreateMissing),
    invite,
    setInvite,
    read: found,
    reading: read.isPending,
    check: (then?: () => void) => preview.mutate({ body: bodyOf() }, { onSuccess: then }),
    checking: preview.isPending,
    preview: preview.data?.data ?? null,
    isStale: rows.isStale,
    valueOf: rows.valueOf,
    correct: rows.correct,
    isSkipped: rows.isSkipped,
    skip: rows.skip,
    start: () => {
      const body = bodyOf({ invite: String(invite), partial: "true" });
      const content = JSON.stringify([...body].filter(([name]) => name !== "file"));
      if (unfinishedImport.current?.file !== file || unfinishedImport.current.content !== content)
        unfinishedImport.current = { file, content, key: newIdempotencyKey() };
      run.mutate({ body, idempotencyKey: unfinishedImport.current.key });
    },
    running: run.isPending,
    progress: run.isPending ? progress : null,
  };
}

const keyOf = (line: number, field: ImportField) => `${line} ${field}`;
const cellOf = (key: string) => {
  const [line, field] = key.split(" ");
  return { line: Number(line), field };
};

export type ImportState = ReturnType<typeof useImport>;
