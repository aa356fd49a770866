import type { Browser } from "@playwright/test";
import type { SeededProject } from "../support/seed";
import type { BenchServer } from "./bench-server";
import { thirds } from "./browser";
import { type Percentiles, percentilesOf } from "./figures";
import { launchBrowser, openPath, openSignedInPage } from "./page";
import { type RawAnswer, RawConnection } from "./raw-http";

interface BoardResult {
  /** Calls that read the board, in milliseconds. */
  reading: Percentiles;
  megabytes: number;
  /** Median of the milliseconds until a card can be opened. */
  interactiveMs: number;
}

interface FieldsResult {
  cards: number;
  plain: BoardResult;
  withTenFields: BoardResult;
  /** Seconds to change the kind of a field with a value on each card, with the preview before it. */
  kindChange: { previewSeconds: number; seconds: number };
}

/** Compares a board whose cards have ten values each with one that has no fields. */
export async function measureFields(stage: BenchServer, quick: boolean): Promise<FieldsResult> {
  const cards = quick ? 2_000 : 20_000;
  const plain = await stage.project(thirds(cards));
  const withFields = await stage.project(thirds(cards));
  const fieldIds = await addFields(stage, withFields, 10);
  await stage.settle();
  const browser = await launchBrowser();
  const results: FieldsResult = {
    cards,
    plain: await measureBoard(browser, stage, plain),
    withTenFields: await measureBoard(browser, stage, withFields),
    kindChange: await measureKindChange(stage, withFields, fieldIds[0] as number),
  };
  await browser.close();
  console.log(`  fields: ${JSON.stringify(results)}`);
  return results;
}

/** Adds texts and numbers in turn, with a value on each card. */
async function addFields({ seed }: BenchServer, project: SeededProject, count: number): Promise<number[]> {
  const fields = await seed.rows<{ id: string }>(
    `INSERT INTO project_field (tenant_id, title, kind, max_length, decimals)
     SELECT p.tenant_id, 'Field ' || n, (ARRAY['text', 'number'])[1 + (n - 1) % 2],
       CASE WHEN n % 2 = 1 THEN 80 END, CASE WHEN n % 2 = 0 THEN 0 END
     FROM project p, generate_series(1, $2::int) AS n WHERE p.id = $1 ORDER BY n RETURNING id`,
    [project.id, count],
  );
  const ids = fields.map(({ id }) => Number(id));
  await seed.rows(
    `INSERT INTO project_field_use (tenant_id, project_id, field_id, on_card, sort_order)
     SELECT p.tenant_id, p.id, f.id, f.place <= 3, f.place
     FROM project p, unnest($2::bigint[]) WITH ORDINALITY AS f (id, place) WHERE p.id = $1`,
    [project.id, ids],
  );
  await seed.rows(
    `INSERT INTO task_field_value (tenant_id, project_id, task_id, field_id, kind, text_value, number_value)
     SELECT t.tenant_id, t.project_id, t.id, f.id, f.kind,
       CASE WHEN f.kind = 'text' THEN (t.number % 500)::text END, CASE WHEN f.kind = 'number' THEN t.number % 500 END
     FROM task t, project_field f WHERE t.project_id = $1 AND f.id = ANY ($2::bigint[])`,
    [project.id, ids],
  );
  return ids;
}

async function measureBoard(browser: Browser, stage: BenchServer, { id }: SeededProject): Promise<BoardResult> {
  const connection = await connectAsAdministrator(stage);
  const samples: number[] = [];
  let bytes = 0;
  for (let at = 0; at < 12; at++) {
    const began = performance.now();
    ({ bytes } = checked(await connection.request("GET", `/project/${id}/task_tatus`)));
    if (at >= 2) samples.push(performance.now() - began);
  }
  connection.close();
  const openings: number[] = [];
  for (let at = 0; at < 6; at++) {
    const page = await openSignedInPage(browser, stage);
    openings.push(await openPath(page, stage, `/projects/${id}/tasks`, "article [data-card-link]"));
    await page.context().close();
  }
  const interactiveMs = percentilesOf(openings.slice(1)).p50;
  return { reading: percentilesOf(samples), megabytes: Math.round(bytes / 1e5) / 10, interactiveMs };
}

async function measureKindChange(
  stage: BenchServer,
  { id }: SeededProject,
  fieldId: number,
): Promise<FieldsResult["kindChange"]> {
  const connection = await connectAsAdministrator(stage);
  const path = `/project/${id}/fields/${fieldId}/kind`;
  const began = performance.now();
  const preview = checked(await connection.request("GET", `${path}?kind=number`));
  const previewedAt = performance.now();
  const { value_count, lost_count } = (JSON.parse(preview.body.toString()) as { data: Record<string, number> }).data;
  const body = JSON.stringify({ kind: "number", version: 1, value_count, lost_count });
  checked(await connection.request("PUT", path, body));
  const changedAt = performance.now();
  connection.close();
  return { previewSeconds: secondsOf(previewedAt - began), seconds: secondsOf(changedAt - previewedAt) };
}

async function connectAsAdministrator({ seed, site }: BenchServer): Promise<RawConnection> {
  const [person] = site.people;
  if (!person) throw new Error("The benchmark has no people");
  await seed.rows(
    `UPDATE app_user u SET role_id = r.id FROM role r
     WHERE u.id = $1 AND r.tenant_id = u.tenant_id AND r.code = 'administrator'`,
    [person.id],
  );
  return RawConnection.for(site.port, site.host, person.token);
}

function checked(answer: RawAnswer): RawAnswer {
  if (answer.status !== 200) throw new Error(`Answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
  return answer;
}

const secondsOf = (milliseconds: number): number => Math.round(milliseconds / 10) / 100;
