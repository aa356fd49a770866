import { type AllDemoSteps, type DemoContext, type DemoPhase, demoSteps } from "../platform/demo/demo.steps";
import type { Intersection } from "../platform/slot";
import { features, type Listed } from "../features";

type DemoOf<Feature> = Feature extends { readonly demo: infer Demo } ? Demo : never;

/** Does not compile while a step of `demoSteps` has no function. */
const steps: AllDemoSteps = Object.assign({}, ...features.map(({ demo }) => demo)) as Intersection<DemoOf<Listed>>;

export async function runSteps<Phase extends DemoPhase>(phase: Phase, context: DemoContext<Phase>): Promise<void> {
  for (const step of demoSteps[phase])
    await ((await steps[step]()) as (context: DemoContext<Phase>) => unknown)(context);
}
