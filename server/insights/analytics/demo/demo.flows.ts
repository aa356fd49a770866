import type { StatementFor } from "../../../platform/database/unit-of-work";
import type { StoredDemo } from "../../../platform/demo/demo.steps";
import { allFlowProjects, catchUpFlow } from "../flow.service";

/** Builds the analytics tables, because consumers don't process the seeded events. */
export async function readFlows({ client }: StoredDemo): Promise<void> {
  const store = {
    rows: async <Row>(statement: StatementFor<NoInfer<Row>>, values: unknown[] = []) =>
      (await client.query({ ...statement, values })).rows as Row[],
  };
  for (const id of await allFlowProjects(store)) await catchUpFlow(store, id);
}
