import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** Enough of an S3-compatible store for the product's files, and it can go away. */
export class Bucket {
  private readonly objects = new Map<string, Buffer>();
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  port = 0;

  static async open(): Promise<Bucket> {
    const bucket = new Bucket();
    await bucket.comeBack();
    return bucket;
  }

  get env(): Record<string, string> {
    return {
      S3_BUCKET: "portal",
      S3_ENDPOINT: `http://127.0.0.1:${this.port}`,
      S3_REGION: "us-east-1",
      S3_ACCESS_KEY_ID: "chaos",
      S3_SECRET_ACCESS_KEY: "chaos-chaos",
    };
  }

  /** Nobody listens any more, and what was under way is cut off. */
  async goAway(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve) ?? resolve(null));
    for (const socket of this.sockets) socket.destroy();
    await closed;
    this.server = null;
  }

  async comeBack(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const key = (request.url ?? "").split("?")[0] as string;
        if (request.method === "PUT") {
          this.objects.set(key, Buffer.concat(chunks));
          return response.writeHead(200, { etag: '"1"' }).end();
        }
        if (request.method === "DELETE") {
          this.objects.delete(key);
          return response.writeHead(204).end();
        }
        const found = this.objects.get(key);
        if (!found) return response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
        return response.writeHead(200, { "content-length": found.length }).end(found);
      });
    });
    server.on("connection", (socket) => {
      this.sockets.add(socket);
      socket.once("close", () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }
}
