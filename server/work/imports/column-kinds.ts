import { normalizeForComparison } from "../../platform/tables/normalize-for-comparison";
import type { ImportedColumn } from "./imported-board";

const words: Record<Exclude<ImportedColumn["kind"], "todo">, readonly string[]> = {
  doing: [
    "doing",
    "in progress",
    "in review",
    "review",
    "testing",
    "started",
    "in arbeit",
    "in bearbeitung",
    "진행 중",
    "قيد التنفيذ",
    "جاري العمل",
    "لە کاردایە",
  ],
  done: [
    "done",
    "completed",
    "complete",
    "closed",
    "resolved",
    "finished",
    "canceled",
    "cancelled",
    "duplicate",
    "erledigt",
    "fertig",
    "abgeschlossen",
    "완료",
    "منجز",
    "مكتمل",
    "تەواو",
    "تەواوبوو",
  ],
};

const kindOfWord = new Map(
  Object.entries(words).flatMap(([kind, names]) =>
    names.map((name) => [normalizeForComparison(name), kind as ImportedColumn["kind"]] as const),
  ),
);

/** The kind that the name of a list or status suggests; the user can change it. */
export const columnKindOf = (title: string): ImportedColumn["kind"] =>
  kindOfWord.get(normalizeForComparison(title)) ?? "todo";
