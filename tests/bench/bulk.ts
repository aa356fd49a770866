import { type Percentiles, percentilesOf } from "./figures";
import { RawConnection } from "./raw-http";
import type { BenchServer } from "./bench-server";

export interface BulkResult {
  tasks: number;
  answer: Percentiles;
  errors: number;
}

const rounds = 10;

export async function measureBulk(stage: BenchServer): Promise<BulkResult> {
  const project = await stage.project([200, 200, 100]);
  await stage.settle();
  const ids = project.taskIds.flat();
  const { port, host, people } = stage.site;
  const connection = RawConnection.for(port, host, (people[0] as { token: string }).token);
  const samples: number[] = [];
  let errors = 0;
  for (let round = 0; round < rounds; round++) {
    const facts = { priority: round % 2 ? "high" : "low", due_date: `2030-01-${String(round + 1).padStart(2, "0")}` };
    const body = JSON.stringify({ changes: ids.map((id) => ({ id, ...facts })) });
    const began = performance.now();
    const { status } = await connection.request("POST", "/task/bulk", body);
    samples.push(performance.now() - began);
    if (status !== 200) errors += 1;
  }
  connection.close();
  const bulk = { tasks: ids.length, answer: percentilesOf(samples), errors };
  console.log(`  500 tasks changed at once: ${JSON.stringify(bulk)}`);
  return bulk;
}
