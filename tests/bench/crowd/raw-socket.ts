import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import type { LiveEvent, StreamName } from "../../../shared/kernel/events";
import { type EventBatch, protocolVersion, type SubscribeAck } from "../../../shared/kernel/streams";
import type { TestSite } from "../jobs";

const events = Buffer.from('42["events"');
const nothing = Buffer.alloc(0);

interface Followed {
  token: string;
  stream: StreamName;
  heard(event: LiveEvent): void;
}

/**
 * A socket.io connection that follows one stream, written by hand: it doesn't decode or parse messages other than events, so that thousands
 * of them cost the load generator little.
 */
export class RawSocket {
  private readonly socket: Socket;
  private received: Buffer = nothing;
  private upgraded = false;
  ended = false;

  private constructor(
    site: TestSite,
    private readonly followed: Followed,
    private readonly live: () => void,
    private readonly failed: (error: Error) => void,
  ) {
    this.socket = connect({ port: site.port, host: "127.0.0.1", noDelay: true });
    this.socket.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${site.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
    );
    this.socket.on("data", (chunk) => this.take(chunk));
    this.socket.on("error", (error) => this.end(error));
    this.socket.on("close", () => this.end(new Error("connection closed")));
  }

  /**
   * Resolves with the socket once the connection receives events.
   * @throws if the connection is refused
   */
  static open(site: TestSite, followed: Followed): Promise<RawSocket> {
    return new Promise((resolve, reject) => {
      const socket: RawSocket = new RawSocket(site, followed, () => resolve(socket), reject);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private end(error: Error): void {
    this.ended = true;
    this.failed(error);
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    if (!this.upgraded) {
      const end = this.received.indexOf("\r\n\r\n");
      if (end < 0) return;
      const status = this.received.toString("latin1", 9, 12);
      if (status !== "101") return this.end(new Error(`The server answers ${status}`));
      this.upgraded = true;
      this.received = this.received.subarray(end + 4);
    }
    for (let frame = frameAt(this.received); frame; frame = frameAt(this.received)) {
      this.received = this.received.subarray(frame.end);
      if (frame.opcode === 8) return this.end(new Error("The server hung up"));
      if (frame.opcode === 1) this.hear(frame.payload);
    }
    if (this.received.length === 0) this.received = nothing; // releases the chunk that `received` was a slice of
  }

  /** engine.io packets: 0 open, 2 ping, 4 message; messages: 0 connected, 1 disconnected, 2 event, 3 acknowledgement, 4 refused. */
  private hear(payload: Buffer): void {
    const { token, stream, heard } = this.followed;
    const kind = payload.toString("latin1", 0, 2);
    if (kind.startsWith("0")) return this.say(`40${JSON.stringify({ token, protocol: protocolVersion })}`);
    if (kind.startsWith("2")) return this.say("3");
    if (kind === "40") return this.say(`420${JSON.stringify(["subscribe", { stream, since: null }])}`);
    if (kind === "43") return this.answered(payload.toString("utf8"));
    if (kind === "41" || kind === "44") return this.end(new Error(payload.toString("utf8")));
    if (payload.compare(events, 0, events.length, 0, Math.min(events.length, payload.length)) !== 0) return;
    const [, batch] = JSON.parse(payload.toString("utf8", 2)) as [string, EventBatch];
    if (batch.stream === stream) for (const event of batch.events) heard(event);
  }

  private answered(text: string): void {
    const [ack] = JSON.parse(text.slice(text.indexOf("["))) as [SubscribeAck];
    if (ack.status === "live") this.live();
    else this.end(new Error(`The stream is ${ack.status}`));
  }

  private say(text: string): void {
    this.socket.write(frameOf(text));
  }
}

/** Client frames must be masked; a key of zeros leaves the payload unchanged. */
function frameOf(text: string): Buffer {
  const body = Buffer.from(text);
  const size = body.length < 126 ? [0x80 | body.length] : [0xfe, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...size, 0, 0, 0, 0]), body]);
}

function frameAt(received: Buffer): { opcode: number; payload: Buffer; end: number } | null {
  if (received.length < 2) return null;
  const short = (received[1] as number) & 127;
  const head = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (received.length < head) return null;
  const size = short === 127 ? Number(received.readBigUInt64BE(2)) : short === 126 ? received.readUInt16BE(2) : short;
  const end = head + size;
  if (received.length < end) return null;
  return { opcode: (received[0] as number) & 15, payload: received.subarray(head, end), end };
}
