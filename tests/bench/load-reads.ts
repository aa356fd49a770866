import { percentilesOf } from "./figures";
import type { JobTypes, TestSite } from "./jobs";
import { RawConnection } from "./raw-http";

const together = 8;

export async function measureReading(
  site: TestSite,
  input: JobTypes["reading"]["input"],
): Promise<JobTypes["reading"]["output"]> {
  const path = `/project/${input.project.id}/task_tatus`;
  const accept = input.encoding === "" ? "" : `Accept-Encoding: ${input.encoding}\r\n`;
  const connect = (at: number) =>
    RawConnection.for(site.port, site.host, (site.people[at % site.people.length] as { token: string }).token);
  const connections = Array.from({ length: together }, (_, at) => connect(at));
  const [one] = connections as [RawConnection];
  let bytes = 0;
  let errors = 0;
  let reads = 0;
  const read = async (connection: RawConnection) => {
    const began = performance.now();
    const answer = await connection.request("GET", path, "", accept);
    if (answer.status !== 200) errors += 1;
    bytes = answer.bytes;
    reads += 1;
    return performance.now() - began;
  };
  for (let warm = 0; warm < 10; warm++) await read(one);
  const alone: number[] = [];
  const until = performance.now() + (input.seconds * 1_000) / 2;
  while (performance.now() < until) alone.push(await read(one));

  const began = performance.now();
  const end = began + input.seconds * 1_000;
  let count = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < end) {
        await read(connection);
        count += 1;
      }
    }),
  );
  const perSecond = Math.round((count * 1_000) / (performance.now() - began));
  for (const connection of connections) connection.close();
  return { alone: percentilesOf(alone), perSecond, bytes, errors, reads };
}
