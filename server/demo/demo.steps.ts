import { type AllDemoSteps, type DemoContext, type DemoPhase, demoSteps } from "../platform/demo/demo.steps";
import type { Intersection } from "../platform/slot";
import { features, type Listed } from "../features";

/** The step of features that have a common demo, because a payment refers to all of them. */
const commonSteps = {
  finance: async () => (await import("./finance/demo.finance")).writeFinance,
} satisfies Partial<AllDemoSteps>;

type DemoOf<Feature> = Feature extends { readonly demo: infer Demo } ? Demo : never;

/** Does not compile while a step of `demoSteps` has no function. */
const steps: AllDemoSteps = Object.assign({}, commonSteps, ...features.map(({ demo }) => demo)) as Intersection<
  DemoOf<Listed> | typeof commonSteps
>;

export async function runSteps<Phase extends DemoPhase>(phase: Phase, context: DemoContext<Phase>): Promise<void> {
  for (const step of demoSteps[phase])
    await ((await steps[step]()) as (context: DemoContext<Phase>) => unknown)(context);
}
