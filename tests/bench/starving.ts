import { type Percentiles, percentilesOf } from "./figures";
import type { Generator } from "./generator";
import { RawConnection } from "./raw-http";
import type { BenchServer } from "./bench-server";

export interface StarvingResult {
  calm: Percentiles;
  under: Percentiles;
  errors: number;
  worst: { answered: number; refused: number; subscribed: number };
}

export async function measureStarving(
  stage: BenchServer,
  generator: Generator,
  seconds: number,
): Promise<StarvingResult> {
  const tenant = await stage.seed.tenant();
  const person = await stage.seed.person(tenant, "Quiet Person");
  const own = await stage.seed.project(tenant, [person], [70, 70, 60]);
  const heavy = await stage.project([400, 300, 300]);
  const connection = RawConnection.for(stage.site.port, tenant.host, person.token);
  const paths = ["/auth/user", `/project/${own.id}/task_tatus`];
  let errors = 0;
  const callFor = async (ms: number): Promise<Percentiles> => {
    const samples: number[] = [];
    const end = performance.now() + ms;
    for (let n = 0; performance.now() < end; n++) {
      const began = performance.now();
      const { status } = await connection.request("GET", paths[n % paths.length] as string);
      if (status !== 200) errors += 1;
      samples.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20)); // simulates a working user, not a second load
    }
    return percentilesOf(samples);
  };
  await callFor(1_000);
  const calm = await callFor(seconds * 1_000);
  const attack = generator.run("starving", { project: heavy, seconds: seconds + 2 });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const under = await callFor(seconds * 1_000);
  const worst = await attack;
  connection.close();
  const figures = { calm, under, errors, worst };
  console.log(`  one account at its worst: ${JSON.stringify(figures)}`);
  return figures;
}
