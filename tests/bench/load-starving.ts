import { io, type Socket } from "socket.io-client";
import { projectStream } from "../../shared/kernel/events";
import { protocolVersion } from "../../shared/kernel/streams";
import type { JobTypes, TestSite } from "./jobs";
import { RawConnection } from "./raw-http";

export async function runStarvingAccount(
  site: TestSite,
  input: JobTypes["starving"]["input"],
): Promise<JobTypes["starving"]["output"]> {
  const { token } = site.people[0] as { token: string };
  const counts = { answered: 0, refused: 0, subscribed: 0 };
  const end = performance.now() + input.seconds * 1_000;
  const reading = Array.from({ length: 60 }, async () => {
    const connection = RawConnection.for(site.port, site.host, token);
    while (performance.now() < end) {
      const { status } = await connection.request("GET", `/project/${input.project.id}/task_tatus`);
      counts[status === 200 ? "answered" : "refused"] += 1;
    }
    connection.close();
  });
  const stream = projectStream(input.project.id);
  const sockets = Array.from({ length: 5 }, () => connect(site, token));
  for (const socket of sockets) {
    socket.on("connect", () => {
      for (let n = 0; n < 300; n++) socket.emit("subscribe", { stream, since: 0 }, () => (counts.subscribed += 1));
    });
    socket.on("disconnect", () => socket.connect());
  }
  await Promise.all(reading);
  for (const socket of sockets) socket.removeAllListeners("disconnect").disconnect();
  return counts;
}

function connect(site: TestSite, token: string): Socket {
  return io(`http://127.0.0.1:${site.port}`, {
    path: "/socket.io",
    transports: ["websocket"],
    auth: { token, protocol: protocolVersion },
    extraHeaders: { host: site.host },
    forceNew: true,
    reconnectionDelay: 50,
  });
}
