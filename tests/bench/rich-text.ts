import type { BenchServer } from "./bench-server";
import { cpuPer } from "./cpu";
import { RawConnection } from "./raw-http";

const fill = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const shapes: Record<string, (length: number) => string> = {
  "plain text": (length) => fill("word ", length),
  "a table with a wide cell": (length) => `<table><tr><td colspan=100>x${fill("<tr><td>", length - 31)}`,
  "a table with a wide row": (length) => `<table><tr>${fill("<td>", length / 2)}${fill("<tr><td>", length / 2)}`,
  "cells with spans": (length) => `<table>x${fill("<td rowspan=9 colspan=9>x", length - 8)}`,
  "nested elements": (length) => fill("<b>", length),
  links: (length) => fill("<a href=x>y", length),
  addresses: (length) => fill("x.co ", length),
  paragraphs: (length) => fill("<p>a", length),
};
const rounds = 60;

/** Processor time of saving markup that is costly to sanitize, as a ratio to plain text of the same length, for each rich text field. */
export async function measureRichText(stage: BenchServer): Promise<void> {
  const { port } = stage.site;
  const tenant = await stage.seed.tenant();
  const person = await stage.seed.person(tenant, "Rita Rich", "administrator");
  const connection = RawConnection.for(port, tenant.host, person.token);
  const send = async (path: string, body: object): Promise<void> => {
    const { status } = await connection.request("POST", path, JSON.stringify(body));
    if (status >= 500) throw new Error(`${path}: ${status}`);
  };
  const fields: Record<string, (project: number, task: number, text: string) => Promise<void>> = {
    comment: (_, task, comment) => send("/comments", { task_id: task, comment }),
    "task description": (_, task, description) => send(`/task/${task}`, { description }),
    "project description": (project, _, description) => send(`/project/update/${project}`, { description }),
    "news article": (_, __, body) => send("/news", { texts: [{ language: "en", title: "News", body }] }),
  };
  for (const [field, save] of Object.entries(fields))
    for (const length of [420, 5_000]) {
      const ratios: Record<string, number> = {};
      let ofPlainText = 0;
      for (const [shape, textOf] of Object.entries(shapes)) {
        const { id, taskIds } = await stage.seed.project(tenant, [person], [1]);
        const saveOften = async (count: number): Promise<void> => {
          // Each text differs, so that it is a change.
          for (let n = 0; n < count; n++) await save(id, taskIds.flat()[0] as number, `${textOf(length)}${n}`);
        };
        await saveOften(ofPlainText === 0 ? rounds : 10); // the first shape warms up the server
        const { cpu } = await cpuPer(
          stage,
          () => saveOften(rounds),
          () => rounds,
        );
        ofPlainText ||= cpu.product;
        ratios[shape] = Math.round((cpu.product / ofPlainText) * 10) / 10;
      }
      console.log(
        `  ${field}, ${length} characters: ${ofPlainText} ms for plain text; ratios ${JSON.stringify(ratios)}`,
      );
    }
  connection.close();
}
