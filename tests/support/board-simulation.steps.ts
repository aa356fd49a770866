import fc from "fast-check";

/** Steps of a simulated board. Tasks, columns, tags and users are arbitrary numbers that are mapped to existing records. */
export type SimulationStep =
  | { kind: "create"; column: number; title: string }
  | { kind: "update"; task: number; title: string; user: number }
  | { kind: "move"; task: number; column: number; at: number }
  | { kind: "retitle"; id: number; title: string }
  | { kind: "archive" | "delete" | "comment" | "uncomment" | "tag"; task: number }
  | { kind: "place"; id: number; columnId: number; rank: string }
  /** Without a column and rank, the task is restored to the end of the first column. */
  | { kind: "restore"; task: number; columnId?: number; rank?: string }
  | { kind: "column" | "rename" | "sort" | "rebalance" | "removeColumn"; column: number }
  | { kind: "newTag" | "dropTag"; tag: number }
  | { kind: "join" | "leave"; user: number };

const small = fc.nat({ max: 40 });
const words = fc.constantFrom("Write copy", "Fix login", "Measure", "Übersetzen", "ترجمة");

export const simulationSteps: fc.Arbitrary<SimulationStep> = fc.oneof(
  fc.record({ kind: fc.constant("create" as const), column: small, title: words }),
  fc.record({ kind: fc.constant("update" as const), task: small, title: words, user: small }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("move" as const), task: small, column: small, at: small }) },
  fc.record({
    kind: fc.constantFrom(
      "archive" as const,
      "delete" as const,
      "comment" as const,
      "uncomment" as const,
      "tag" as const,
      "restore" as const,
    ),
    task: small,
  }),
  fc.record({
    kind: fc.constantFrom(
      "column" as const,
      "rename" as const,
      "sort" as const,
      "rebalance" as const,
      "removeColumn" as const,
    ),
    column: small,
  }),
  fc.record({ kind: fc.constantFrom("newTag" as const, "dropTag" as const), tag: small }),
  fc.record({ kind: fc.constantFrom("join" as const, "leave" as const), user: small }),
);
