import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface ReceivedMail {
  from: string;
  to: string[];
  message: string;
}

export interface SmtpServer {
  url: string;
  received: ReceivedMail[];
  refuse(answer: string | null): void;
  slow(ms: number): void;
  open(): number;
  most(): number;
  close(): Promise<void>;
}

/** A mail server that accepts and stores every mail: the part of SMTP (RFC 5321) that a sender needs. */
export async function smtpServer(): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  let refusal: string | null = null;
  let pause = 0;
  let most = 0;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    most = Math.max(most, open.size);
    let mail: ReceivedMail = { from: "", to: [], message: "" };
    let inData = false;
    let buffer = "";
    const say = (line: string) => socket.write(`${line}\r\n`);
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
    say("220 test");
    socket.on("data", (chunk) => {
      buffer += chunk.toString();
      for (
        let end = buffer.indexOf(inData ? "\r\n.\r\n" : "\r\n");
        end >= 0;
        end = buffer.indexOf(inData ? "\r\n.\r\n" : "\r\n")
      ) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + (inData ? 5 : 2));
        if (inData) {
          received.push({ ...mail, message: line.replace(/^\.\./gm, ".") });
          mail = { from: "", to: [], message: "" };
          inData = false;
          if (pause > 0) setTimeout(() => socket.writable && say("250 taken"), pause);
          else say("250 taken");
          continue;
        }
        const [verb = ""] = line.toUpperCase().split(/[ :]/);
        const address = /<([^>]*)>/.exec(line)?.[1] ?? "";
        if (verb === "MAIL") mail.from = address;
        if (verb === "RCPT" && refusal) say(refusal);
        else if (verb === "RCPT") mail.to.push(address);
        if (verb === "RCPT" && refusal) continue;
        if (verb === "DATA") inData = true;
        if (verb === "QUIT") socket.end("221 bye\r\n");
        else say(verb === "DATA" ? "354 go on" : "250 fine");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    refuse(answer) {
      refusal = answer;
    },
    slow(ms) {
      pause = ms;
    },
    open: () => open.size,
    most: () => most,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
