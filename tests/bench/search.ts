import type { SeededPerson, SeededTenant } from "../support/seed";
import { type CallResult, measureCallsOn } from "./bookings";
import type { BenchServer } from "./bench-server";
import { RawConnection } from "./raw-http";

export interface SearchResults {
  /** Queries for two words, the beginning of a word, and a word that one in 17 titles contains. */
  twoWords: CallResult;
  prefix: CallResult;
  common: CallResult;
  /** Two words, one with a typo: nothing matches exactly, so a second search runs. */
  typo: CallResult;
  /** A mix of the queries above. */
  mixed: CallResult;
}

/** Words of titles in five scripts. Each title has four words of one script, and a number that makes it unique. */
const words: readonly (readonly string[])[] = [
  "report invoice customer delivery warehouse contract schedule meeting budget review design testing release backup printer holiday training".split(
    " ",
  ),
  "Größe Rechnung Lieferung Vertrag Sitzung Prüfung Entwurf Schulung Urlaub Lager Kühlung Übergabe Straße Angebot Zahlung Fahrzeug Termin".split(
    " ",
  ),
  "تقرير فاتورة عميل تسليم مستودع عقد جدول اجتماع ميزانية مراجعة تصميم اختبار إصدار نسخة طابعة إجازة تدريب".split(" "),
  "보고서 송장을 고객님 배송지 창고에 계약서 일정표 회의록 예산안 검토자 디자인 테스트 릴리스 백업본 프린터 휴가자 교육생".split(
    " ",
  ),
  "ڕاپۆرت پسوڵە کڕیار گەیاندن کۆگاکان گرێبەست خشتەکان کۆبوونەوە بودجەکە پێداچوونەوە دیزاینەر تاقیکردنەوە بڵاوکردنەوە پاشەکەوت چاپکەر پشووەکان ڕاهێنان".split(
    " ",
  ),
];

const addTasks = `INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank)
  SELECT $1, $2, $3, n, concat_ws(' ',
      list->>(n / 5 % 17)::int, list->>(n / 85 % 17)::int, list->>(n / 1445 % 17)::int, list->>(n * 7 % 17)::int, n),
    'a' || chr(97 + n / 676 % 26) || chr(97 + n / 26 % 26) || chr(97 + n % 26)
  FROM generate_series(1, $4::int) AS n CROSS JOIN LATERAL (SELECT $5::jsonb->(n % 5)::int AS list) AS script`;

async function addTenant({ seed }: BenchServer, tenant: SeededTenant, person: SeededPerson, tasks: number) {
  const inProject = 5_000;
  for (let taskCount = 0; taskCount < tasks; taskCount += inProject) {
    const { id, columnIds } = await seed.project(tenant, [person]);
    await seed.rows(addTasks, [tenant.id, id, columnIds[0], inProject, JSON.stringify(words)]);
  }
}

const misspell = (word: string) => `${word.slice(0, 2)}${word[3] ?? ""}${word[2] ?? ""}${word.slice(4)}`;

/** Measures search over 100,000 tasks of one tenant in a database with twenty other tenants of the same size. */
export async function measureSearch(stage: BenchServer, quick: boolean): Promise<SearchResults> {
  const { seed, site } = stage;
  const tenant = await seed.tenant("search.localhost");
  const person = await seed.person(tenant, "Sara Search", "administrator");
  await addTenant(stage, tenant, person, 100_000);
  for (let other = 0; other < 20; other++) {
    const next = await seed.tenant(`search${other}.localhost`);
    await addTenant(stage, next, await seed.person(next, `Other ${other}`), quick ? 10_000 : 100_000);
  }
  await stage.settle();
  const connection = RawConnection.for(site.port, tenant.host, person.token);
  const ask = measureCallsOn(() => connection);
  const word = (n: number, step: number) => words[n % 5]?.[(n * step + 3) % 17] as string;
  const queries = {
    twoWords: (n: number) => `${word(n, 1)} ${word(n, 7)}`,
    prefix: (n: number) => word(n, 3).slice(0, 3),
    common: (n: number) => word(n, 5),
    typo: (n: number) => `${misspell(word(n, 3))} ${word(n, 1)}`,
  };
  const get = (rounds: number, query: (n: number) => string) =>
    ask(rounds, (n) => ["GET", `/search?q=${encodeURIComponent(query(Math.abs(n)))}`]);
  const kinds = Object.values(queries);
  const figures = {
    twoWords: await get(100, queries.twoWords),
    prefix: await get(100, queries.prefix),
    common: await get(100, queries.common),
    typo: await get(100, queries.typo),
    mixed: await get(200, (n) => (kinds[n % kinds.length] as (n: number) => string)(n)),
  };
  connection.close();
  console.log(`  search: ${JSON.stringify(figures)}`);
  return figures;
}
