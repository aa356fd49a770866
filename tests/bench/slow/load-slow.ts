import type { JobTypes, TestSite } from "../jobs";
import { measureThroughput } from "../load-moves";
import { bytesInKernel, SlowReader } from "./slow-reader";

export async function measureSlowReading(
  site: TestSite,
  input: JobTypes["slowReading"]["input"],
): Promise<JobTypes["slowReading"]["output"]> {
  const { project, movers, seconds } = input;
  const [prompt, slow] = [
    await SlowReader.open(site, 38, project, 0),
    await SlowReader.open(site, 39, project, input.perMessageMs),
  ];
  const ahead = prompt.bytes - slow.bytes;
  const began = performance.now();
  let waiting = 0;
  let endedMs: number | null = null;
  const looking = setInterval(() => {
    if (endedMs !== null) return;
    const kernel = bytesInKernel(site.port, slow.localPort);
    if (kernel === null) endedMs = Math.round(performance.now() - began);
    else waiting = Math.max(waiting, prompt.bytes - slow.bytes - ahead - kernel);
  }, 200);
  const load = await measureThroughput(site, { projects: [project], movers, watchers: 48, seconds });
  clearInterval(looking);
  for (const reader of [prompt, slow]) reader.close();
  const { perSecond, errors, undelivered, delivered } = load;
  return { perSecond, errors, undelivered, delivered, waiting, endedMs };
}
