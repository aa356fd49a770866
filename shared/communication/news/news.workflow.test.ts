import { type NewsStep, newsStatusAfter, newsStatuses } from "./news.workflow";

const steps: Record<NewsStep, Partial<Record<(typeof newsStatuses)[number], string>>> = {
  publish: { draft: "published", scheduled: "published", published: "published", withdrawn: "published" },
  schedule: { draft: "scheduled", scheduled: "scheduled", withdrawn: "scheduled" },
  withdraw: { scheduled: "draft", published: "withdrawn" },
};

const all = (Object.keys(steps) as NewsStep[]).flatMap((step) => newsStatuses.map((from) => [step, from] as const));

test.each(all)("%s: the status after %s matches the transition table", (step, from) => {
  expect(newsStatusAfter(from, step)).toBe(steps[step][from] ?? null);
});
