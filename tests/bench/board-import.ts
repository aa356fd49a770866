import { request } from "node:http";
import { multipart } from "../support/multipart";
import type { BenchServer } from "./bench-server";
import { type Percentiles, percentilesOf } from "./figures";
import { RawConnection } from "./raw-http";

interface ImportResult {
  cards: number;
  comments: number;
  megabytes: number;
  /** From the first byte of the request to its answer. */
  seconds: number;
  /** Calls of another tenant before and during the import. */
  calm: Percentiles;
  during: Percentiles;
}

const sizes = { full: { cards: 10_000, comments: 30_000 }, quick: { cards: 1_000, comments: 3_000 } };

/** Imports a board of Trello while a user of another tenant works. */
export async function measureBoardImport(stage: BenchServer, quick: boolean): Promise<ImportResult> {
  const { cards, comments } = quick ? sizes.quick : sizes.full;
  const file = trelloFile(cards, comments);
  const tenant = await stage.seed.tenant();
  const person = await stage.seed.person(tenant, "Quiet Person");
  const importingTenant = await stage.seed.tenant();
  const importer = await stage.seed.person(importingTenant, "Importing Person", "administrator");
  const project = await stage.seed.project(tenant, [person], [70, 70, 60]);
  const connection = RawConnection.for(stage.site.port, tenant.host, person.token);
  const callUntil = async (isOver: () => boolean): Promise<Percentiles> => {
    const samples: number[] = [];
    while (!isOver()) {
      const began = performance.now();
      const { status } = await connection.request("GET", `/project/${project.id}/task_tatus`);
      if (status !== 200) throw new Error(`The quiet user's call ended with ${status}`);
      samples.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20)); // simulates a working user, not a second load
    }
    return percentilesOf(samples);
  };
  const calmEnd = performance.now() + 5_000;
  const calm = await callUntil(() => performance.now() > calmEnd);
  let isImported = false;
  const began = performance.now();
  const importing = importFile(stage.site.port, importingTenant.host, importer.token, file).finally(
    () => (isImported = true),
  );
  const during = await callUntil(() => isImported);
  await importing;
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  connection.close();
  const figures = { cards, comments, megabytes: Math.round(file.length / 1e6), seconds, calm, during };
  console.log(`  a board is imported: ${JSON.stringify(figures)}`);
  return figures;
}

function importFile(port: number, host: string, token: string, file: Buffer): Promise<void> {
  const { payload, headers } = multipart([
    { name: "title", value: "Imported" },
    { name: "file", value: file, filename: "board.json", type: "application/json" },
  ]);
  return new Promise((resolve, reject) => {
    const upload = request(
      {
        port,
        host: "127.0.0.1",
        method: "POST",
        path: "/project-imports",
        headers: {
          ...headers,
          host,
          authorization: `Bearer ${token}`,
          accept: "application/json",
          "content-length": payload.length,
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          if (answer.statusCode === 201) return resolve();
          reject(
            new Error(`The import ended with ${answer.statusCode}: ${Buffer.concat(chunks).toString().slice(0, 300)}`),
          );
        });
      },
    );
    upload.on("error", reject);
    upload.end(payload);
  });
}

/** A board as Trello exports it: 10 lists, labels, checklists and comments of 20 people. */
function trelloFile(cardCount: number, commentCount: number): Buffer {
  const idOf = (kind: string, at: number) => `${kind}${at}`;
  const range = <T>(length: number, item: (at: number) => T): T[] => Array.from({ length }, (_, at) => item(at));
  return Buffer.from(
    JSON.stringify({
      id: "board",
      name: "Imported",
      lists: range(10, (at) => ({ id: idOf("list", at), name: `List ${at}`, closed: false, pos: at })),
      labels: range(10, (at) => ({ id: idOf("label", at), name: `Label ${at}`, color: "blue" })),
      members: range(20, (at) => ({ id: idOf("member", at), fullName: `Member ${at}`, username: `member${at}` })),
      cards: range(cardCount, (at) => ({
        id: idOf("card", at),
        idShort: at + 1,
        name: `Card ${at}: what has to be done`,
        desc: `**Why**\n\n- one reason\n- another one, see [the plan](https://example.com/${at})`,
        idList: idOf("list", at % 10),
        pos: at,
        closed: at % 20 === 0,
        idLabels: [idOf("label", at % 10)],
        idMembers: [idOf("member", at % 20)],
      })),
      checklists: range(cardCount, (at) => ({
        idCard: idOf("card", at),
        name: "Steps",
        checkItems: [{ name: "Order", state: "complete", pos: 1 }],
      })),
      actions: range(commentCount, (at) => ({
        id: idOf("comment", at),
        idMemberCreator: idOf("member", at % 20),
        type: "commentCard",
        date: "2026-11-02T08:00:00.000Z",
        data: { text: `What about *this*? ${at}`, card: { id: idOf("card", at % cardCount) } },
      })),
    }),
  );
}
