import { createMachine, transition } from "xstate";

/** The life of an article. Nothing else says what may follow what: the server moves articles by it, the client its buttons. */
export const newsWorkflow = createMachine({
  id: "news",
  initial: "draft",
  states: {
    draft: { on: { publish: "published", schedule: "scheduled" } },
    // Its moment can be moved, or given up: then it is a draft again.
    scheduled: { on: { publish: "published", schedule: "scheduled", withdraw: "draft" } },
    // Published once more it stays what it is; when it goes may be another moment.
    published: { on: { publish: "published", withdraw: "withdrawn" } },
    // Taken down: its author has it, with what was said to it, and can bring it back.
    withdrawn: { on: { publish: "published", schedule: "scheduled" } },
  },
});

export const newsStatuses = ["draft", "scheduled", "published", "withdrawn"] as const;
export type NewsStatus = (typeof newsStatuses)[number];
export type NewsStep = "publish" | "schedule" | "withdraw";

/** Where a step leads; null where it isn't to be had. */
export function newsStatusAfter(status: NewsStatus, step: NewsStep): NewsStatus | null {
  const now = newsWorkflow.resolveState({ value: status, context: {} });
  if (!now.can({ type: step })) return null;
  const [next] = transition(newsWorkflow, now, { type: step });
  return next.value as NewsStatus;
}
