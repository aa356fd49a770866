import { rmSync } from "node:fs";
import { connectDatabase, migrate } from "../../server/platform/database/database";
import { createUnitOfWork, unnamed } from "../../server/platform/database/unit-of-work";
import { startEmbeddedPostgres } from "../../server/platform/embedded-postgres/embedded-postgres";
import { createTenant } from "../../server/tenants/tenant-admin";
import { fillNews, newsScreens } from "./news";
import { newFolder } from "./stage";
import { readFileSync } from "node:fs";
import { newsList } from "../../server/news/news.read";
import { sectionsInUse } from "../../server/news/news-sections.service";
import * as st from "../../server/news/news.sql";
async function main() {
  const folder = newFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: true });
  await migrate(postgres.url);
  const owner = await connectDatabase({ url: postgres.url, role: "owner", poolSize: 2 });
  const app = await connectDatabase({ url: postgres.url, role: "portal_app", poolSize: 2 });
  const { id: tenantId, administratorId } = await createTenant(owner, {
    name: "Measured",
    domains: ["bench.test"],
    plan: "business",
    administrator: { email: "bench@bench.test", fullname: "Bench", password: "Quartz-4711-pier" },
  });
  const uow = createUnitOfWork(app, () => {});
  const inTenant = (w: any) => uow({ tenantId }, w) as Promise<any>;
  await inTenant((tx: any) => fillNews(tx, administratorId));
  await owner.query("VACUUM ANALYZE");
  const screens = await inTenant((tx: any) => newsScreens(tx));
  for (const [name, read] of screens) {
    const t: number[] = [];
    for (let i = 0; i < 40; i++) {
      const b = performance.now();
      await inTenant(read);
      t.push(performance.now() - b);
    }
    t.sort((a, b) => a - b);
    console.log(name, "min", t[0]?.toFixed(1), "p50", t[20]?.toFixed(1), "p95", t[37]?.toFixed(1));
  }
  const cached = await inTenant((tx: any) =>
    tx.rows(
      unnamed(
        "SELECT name, generic_plans, custom_plans FROM pg_prepared_statements WHERE name LIKE 'news%' ORDER BY 1",
      ),
    ),
  );
  console.table(cached);
  for (const [label, work] of [
    ["news page", screens[0][1]],
    ["sections", (tx: any) => sectionsInUse(tx, "en")],
    ["list", (tx: any) => newsList(tx, { id: 2000, permissions: new Set(["news-view"]) } as never, "en", {})],
  ] as const) {
    const pid = await inTenant((tx: any) => tx.rows(unnamed("SELECT pg_backend_pid() AS pid")));
    const cpu = (id: number) => {
      const f = readFileSync(`/proc/${id}/schedstat`, "utf8").split(" ");
      return Number(f[0]) / 1e6;
    };
    const pids = (await owner.query("SELECT pid FROM pg_stat_activity WHERE usename = 'portal_app'")).map(
      (r: any) => r.pid,
    );
    const before = pids.map(cpu);
    const own = process.cpuUsage();
    for (let i = 0; i < 40; i++) await inTenant(work as never);
    const o = process.cpuUsage(own);
    console.log(
      label,
      "pg cpu",
      (pids.map(cpu).reduce((a: number, b: number, i: number) => a + b - before[i], 0) / 40).toFixed(2),
      "node",
      ((o.user + o.system) / 40000).toFixed(2),
      pid.length,
    );
  }
  const me = (
    await inTenant((tx: any) =>
      tx.rows(unnamed("SELECT max(id) AS id FROM app_user WHERE tenant_id = current_tenant()")),
    )
  )[0].id;
  const explain = async (name: string, s: any, values: unknown[]) => {
    const rows = await inTenant(async (tx: any) => {
      await tx.rows(unnamed("SELECT set_config('plan_cache_mode','force_generic_plan',true)"));
      return tx.rows(unnamed("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) " + s.text), values);
    });
    const text = rows.map((r: any) => r["QUERY PLAN"]).join("\n");
    console.log("=====", name, "\n", process.env.PLAN ? text : text.split("\n").slice(-2).join(" | "));
  };
  for (let i = 0; i < 2; i++) {
    await explain("list", st.listNews.all, [me, false, "en", "published", 20, 0]);
    await explain("must", st.mustRead, [me, false, "en"]);
    await explain("archive", st.archive, [me, false, "en"]);
  }
  await owner.destroy();
  await app.destroy();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
main();
