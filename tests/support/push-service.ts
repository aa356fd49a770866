import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedPush {
  browser: string;
  payload: { title: string; body: string; path: string; tag: string; lang: string; dir: string };
  topic: string | undefined;
  headers: IncomingHttpHeaders;
}

export interface Browser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A push service (RFC 8030) that has its browsers' keys: it decrypts messages and verifies their signatures. */
export interface PushService {
  origin: string;
  received: ReceivedPush[];
  faults: string[];
  browser(name: string): Browser;
  /** Status to return for this browser from now on; 201 accepts messages again. */
  answer(name: string, status: number): void;
  slow(ms: number): void;
  close(): Promise<void>;
}

export async function pushService(): Promise<PushService> {
  const received: ReceivedPush[] = [];
  const faults: string[] = [];
  let pause = 0;
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer; status: number }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const name = request.url?.slice("/push/".length) ?? "";
      const browser = browsers.get(name);
      const status = browser?.status ?? 404;
      if (browser && status === 201) {
        try {
          checkSignature(request.headers, origin);
          const payload = JSON.parse(decrypt(Buffer.concat(chunks), browser.ecdh, browser.auth));
          const topic = request.headers.topic as string | undefined;
          if (!/^[\w-]{1,32}$/.test(topic ?? "")) faults.push(`topic ${topic}`);
          received.push({ browser: name, payload, topic, headers: request.headers });
        } catch (error) {
          faults.push((error as Error).message);
        }
      }
      setTimeout(() => response.writeHead(status).end(), pause);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    faults,
    browser(name) {
      const ecdh = createECDH("prime256v1");
      const p256dh = ecdh.generateKeys().toString("base64url");
      const auth = randomBytes(16);
      browsers.set(name, { ecdh, auth, status: 201 });
      return { endpoint: `${origin}/push/${name}`, keys: { p256dh, auth: auth.toString("base64url") } };
    },
    answer(name, status) {
      const browser = browsers.get(name);
      if (browser) browser.status = status;
    },
    slow(ms) {
      pause = ms;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Verifies VAPID (RFC 8292): a JWT for this origin, signed with the included key. */
function checkSignature({ authorization = "" }: IncomingHttpHeaders, origin: string): void {
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33, 65).toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const signed = Buffer.from(`${head}.${body}`);
  const good = verify(
    "sha256",
    signed,
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!good) throw new Error("The signature isn't of this key");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as { aud: string; exp: number; sub: string };
  if (claims.aud !== origin) throw new Error(`Signed for ${claims.aud}`);
  if (claims.exp * 1000 < Date.now() || !claims.sub.startsWith("mailto:")) throw new Error("The claims are wrong");
}

/** Decrypts a message according to RFC 8188 and 8291. */
function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const shared = browser.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
  const key = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12));
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  if (end < 0) throw new Error("No padding");
  return plain.subarray(0, end).toString();
}
