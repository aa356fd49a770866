import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { projectStream } from "../../../shared/kernel/events";
import { protocolVersion } from "../../../shared/kernel/streams";
import type { SeededProject } from "../../support/seed";
import type { TestSite } from "../jobs";

/** A socket that takes `perMessageMs` for each message and reads nothing meanwhile, like a page that can't keep up. */
export class SlowReader {
  bytes = 0;

  private constructor(
    private readonly socket: Socket,
    private readonly perMessageMs: number,
  ) {}

  static async open(site: TestSite, at: number, project: SeededProject, perMessageMs: number): Promise<SlowReader> {
    const { token } = site.people[at % site.people.length] as { token: string };
    const socket = connect({ port: site.port, host: "127.0.0.1", noDelay: true });
    const reader = new SlowReader(socket, perMessageMs);
    socket.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${site.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    );
    await new Promise<void>((resolve, reject) => {
      reader
        .read({ token, project, subscribed: resolve })
        .then(() => reject(new Error("A reader was refused")), reject);
    });
    return reader;
  }

  get localPort(): number {
    return this.socket.localPort as number;
  }

  close(): void {
    this.socket.destroy();
  }

  private async read(as: { token: string; project: SeededProject; subscribed: () => void }): Promise<void> {
    let received: Buffer = Buffer.alloc(0);
    let following = false;
    let upgraded = false;
    for await (const chunk of this.socket as AsyncIterable<Buffer>) {
      this.bytes += chunk.length;
      received = Buffer.concat([received, chunk]);
      if (!upgraded) {
        const end = received.indexOf("\r\n\r\n");
        if (end < 0) continue;
        upgraded = true;
        received = received.subarray(end + 4);
      }
      for (let frame = frameIn(received); frame; frame = frameIn(received)) {
        received = received.subarray(frame.length);
        const { text } = frame;
        if (text === "2") this.say("3");
        else if (text.startsWith("0")) this.say(`40${JSON.stringify({ token: as.token, protocol: protocolVersion })}`);
        else if (text.startsWith("40"))
          this.say(`420${JSON.stringify(["subscribe", { stream: projectStream(as.project.id), since: null }])}`);
        else if (text.startsWith("430")) {
          following = true;
          as.subscribed();
        }
        if (following && this.perMessageMs > 0) await delay(this.perMessageMs);
      }
    }
  }

  /** Client frames must be masked; a zero mask leaves the payload unchanged. */
  private say(text: string): void {
    const body = Buffer.from(text);
    const size = body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 255];
    this.socket.write(Buffer.concat([Buffer.from([0x81, ...size, 0, 0, 0, 0]), body]));
  }
}

function frameIn(bytes: Buffer): { text: string; length: number } | null {
  if (bytes.length < 2) return null;
  const short = (bytes[1] as number) & 127;
  const head = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < head) return null;
  const size = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < head + size) return null;
  return { text: bytes.toString("utf8", head, head + size), length: head + size };
}

/** Bytes in the kernel's buffers between server and reader, at both ends; null once the server has closed the connection. */
export function bytesInKernel(serverPort: number, readerPort: number): number | null {
  const [server, reader] = [serverPort, readerPort].map((port) => port.toString(16).toUpperCase().padStart(4, "0"));
  let bytes = 0;
  let open = false;
  for (const line of readFileSync("/proc/net/tcp", "utf8").split("\n")) {
    const [, local = "", remote = "", state, queues = ""] = line.trim().split(/\s+/);
    const [sending = "0", unread = "0"] = queues.split(":");
    if (local.endsWith(`:${server}`) && remote.endsWith(`:${reader}`)) {
      open = state === "01";
      bytes += Number.parseInt(sending, 16);
    } else if (local.endsWith(`:${reader}`) && remote.endsWith(`:${server}`)) bytes += Number.parseInt(unread, 16);
  }
  return open ? bytes : null;
}
