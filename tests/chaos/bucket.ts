import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export class S3Bucket {
  /** By `/bucket/key`. */
  readonly objects = new Map<string, Buffer>();
  /** Parts of uploads that are neither completed nor aborted. */
  readonly parts = new Map<string, Buffer>();
  private uploads = 0;
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  port = 0;
  pageSize = 1_000;

  static async open(): Promise<S3Bucket> {
    const bucket = new S3Bucket();
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

  private partsOf(upload: string) {
    return [...this.parts].filter(([name]) => name.startsWith(`${upload} `)).sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** The page size is small in tests, so that callers have to ask for more pages. */
  private list(query: URLSearchParams): string {
    const prefix = query.get("prefix") ?? "";
    const delimiter = query.get("delimiter");
    const entries = new Map<string, string>();
    for (const [name, bytes] of this.objects) {
      const key = decodeURIComponent(name).slice("/portal/".length);
      if (!key.startsWith(prefix)) continue;
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      const folder = key.slice(0, end + 1);
      if (end >= 0) entries.set(folder, `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`);
      else
        entries.set(
          key,
          `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${new Date().toISOString()}</LastModified></Contents>`,
        );
    }
    const after = query.get("continuation-token") ?? "";
    const left = [...entries].filter(([key]) => key > after).sort(([a], [b]) => (a < b ? -1 : 1));
    const page = left.slice(0, this.pageSize);
    const next = left.length > page.length ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : "";
    return `<ListBucketResult>${page.map(([, entry]) => entry).join("")}${next}</ListBucketResult>`;
  }

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
        const url = new URL(request.url ?? "", "http://bucket");
        const key = url.pathname;
        const [upload, part] = [url.searchParams.get("uploadId"), url.searchParams.get("partNumber")];
        if (url.searchParams.has("list-type")) return response.writeHead(200).end(this.list(url.searchParams));
        if (url.searchParams.has("uploads"))
          return response.writeHead(200).end(`<R><UploadId>${(this.uploads += 1)}</UploadId></R>`);
        if (upload && request.method === "POST") {
          const parts = this.partsOf(upload);
          this.objects.set(key, Buffer.concat(parts.map(([, bytes]) => bytes)));
          for (const [name] of parts) this.parts.delete(name);
          return response.writeHead(200).end("<R></R>");
        }
        if (upload && part) {
          this.parts.set(`${upload} ${part.padStart(5, "0")}`, Buffer.concat(chunks));
          return response.writeHead(200, { etag: '"1"' }).end();
        }
        if (upload) {
          for (const [name] of this.partsOf(upload)) this.parts.delete(name);
          return response.writeHead(204).end();
        }
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
