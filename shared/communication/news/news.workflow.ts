import { createMachine, transition } from "xstate";

export const newsWorkflow = createMachine({
  id: "news",
  initial: "draft",
  states: {
    draft: { on: { publish: "published", schedule: "scheduled" } },
    // Scheduled articles can be rescheduled or returned to draft.
    scheduled: { on: { publish: "published", schedule: "scheduled", withdraw: "draft" } },
    published: { on: { publish: "published", withdraw: "withdrawn" } },
    // The author can still see the article and its comments, and publish it again.
    withdrawn: { on: { publish: "published", schedule: "scheduled" } },
  },
});

export const newsStatuses = ["draft", "scheduled", "published", "withdrawn"] as const;
export type NewsStatus = (typeof newsStatuses)[number];
export type NewsStep = "publish" | "schedule" | "withdraw";

export function newsStatusAfter(status: NewsStatus, step: NewsStep): NewsStatus | null {
  const now = newsWorkflow.resolveState({ value: status, context: {} });
  if (!now.can({ type: step })) return null;
  const [next] = transition(newsWorkflow, now, { type: step });
  return next.value as NewsStatus;
}
