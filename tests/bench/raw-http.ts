import { connect, type Socket } from "node:net";

/**
 * A keep-alive connection that sends requests sequentially and parses as little as possible of the responses: on two cores the load
 * generator competes with the product.
 */
export class RawConnection {
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  private waiting: { resolve: (answer: RawAnswer) => void; reject: (error: Error) => void } | null = null;
  private ended: Error | null = null;
  private last: Promise<unknown> = Promise.resolve();

  /** `from`: a loopback address (127.0.0.0/8) that simulates another client IP. */
  constructor(
    port: number,
    private readonly head: string,
    from?: string,
  ) {
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true, ...(from && { localAddress: from }) });
    this.socket.on("data", (chunk) => {
      this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
      this.look();
    });
    const fail = (error: Error) => {
      this.ended ??= error;
      this.waiting?.reject(error);
      this.waiting = null;
    };
    this.socket.on("error", fail);
    this.socket.on("close", () => fail(new Error("connection closed")));
  }

  static for(port: number, host: string, token: string, from?: string): RawConnection {
    const head = `Host: ${host}\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n`;
    return new RawConnection(port, head, from);
  }

  /** Waits for the previous response, because the server closes connections that pipeline requests. */
  request(method: string, path: string, body = "", more = ""): Promise<RawAnswer> {
    const answer = this.last.then(() => this.send(method, path, body, more));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private send(method: string, path: string, body: string, more: string): Promise<RawAnswer> {
    if (this.ended) return Promise.reject(this.ended);
    const content =
      body === "" ? "" : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
    this.socket.write(`${method} ${path} HTTP/1.1\r\n${this.head}${more}${content}\r\n${body}`);
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private look(): void {
    const end = this.received.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = this.received.toString("latin1", 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head);
    const body = end + 4;
    const size = length ? body + Number(length[1]) : this.endOfChunks(body);
    if (size < 0 || this.received.length < size) return;
    const answer = { status: Number(head.slice(9, 12)), bytes: size - body, body: this.received.subarray(body, size) };
    this.received = this.received.subarray(size);
    const { waiting } = this;
    this.waiting = null;
    waiting?.resolve(answer);
  }

  /** Compressed responses are chunked; only their end matters here. */
  private endOfChunks(from: number): number {
    const end = this.received.indexOf("\r\n0\r\n\r\n", Math.max(from - 2, this.received.length - 64_000));
    return end < 0 ? -1 : end + 7;
  }
}

export interface RawAnswer {
  status: number;
  bytes: number;
  body: Buffer;
}
