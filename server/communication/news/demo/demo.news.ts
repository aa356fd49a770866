import type { TenantDemo } from "../../../platform/demo/demo.steps";
import { createHash } from "node:crypto";
import { plainTextOf } from "../../../platform/rich-text/rich-text";
import { dayMs } from "../../../platform/demo/demo.calendar";
import type { DemoTenant } from "../../../platform/demo/demo.tenant";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";
import { earlierNews } from "./news.earlier";
import { latestNews } from "./news.latest";
import { type PlannedArticle, demoNewsSections } from "./news.texts";

const confirmed = ["amira", "jonas", "grace", "shilan", "yusuf", "viktor", "nora", "omar"];

export function writeNews({ log, tenant }: TenantDemo): void {
  const sectionIds = new Map<string, number>();
  for (const [at, [key, { name, ...translations }]] of Object.entries(demoNewsSections).entries()) {
    const id = log.id("news_section");
    sectionIds.set(key, id);
    log.add("news_section", { id, tenant_id: tenant.id, name, translations, sort_order: at + 1 });
  }
  for (const planned of [...earlierNews, ...latestNews])
    writeArticle(log, tenant, planned, sectionIds.get(planned.section) as number);
}

const idOf = (tenant: DemoTenant, key: string): number => (tenant.users.get(key) as { id: number }).id;

function writeArticle(log: DemoLog, tenant: DemoTenant, planned: PlannedArticle, section_id: number): void {
  const { author, daysAgo, en, ar, pinned = false, confirmIn, departments = [], groups = [], comments = [] } = planned;
  const id = log.id("news_article");
  const own = { tenant_id: tenant.id, article_id: id };
  const at = tenant.now.getTime() - daysAgo * dayMs;
  log.add("news_article", {
    id,
    tenant_id: tenant.id,
    author_id: idOf(tenant, author),
    section_id,
    language: "en",
    status: "published",
    published_at: isoInstantOf(at),
    pinned,
    must_read: confirmIn !== undefined,
    confirm_by: confirmIn === undefined ? null : isoInstantOf(tenant.now.getTime() + confirmIn * dayMs).slice(0, 10),
    everyone: departments.length + groups.length === 0,
    comment_count: comments.length,
    version: 1,
    created_at: isoInstantOf(at - dayMs),
    updated_at: isoInstantOf(at),
  });
  for (const [language, words] of Object.entries({ en, ar })) {
    if (!words) continue;
    const text = plainTextOf(words.body);
    const plain = [words.title, words.summary, text].join("\n");
    log.add("news_text", { ...own, language, ...words, picture_alt: "", words: text.split(/\s+/).length, plain });
  }
  for (const code of departments) {
    log.add("news_audience", { ...own, id: log.id("news_audience"), department_id: tenant.departments.get(code) });
  }
  for (const name of groups) {
    log.add("news_audience", { ...own, id: log.id("news_audience"), group_id: tenant.groups.get(name)?.id });
  }
  if (planned.picture) writePicture(log, tenant, id, planned.picture, idOf(tenant, author), at);
  comments.forEach(([who, words], index) =>
    log.add("news_comment", {
      ...own,
      id: log.id("news_comment"),
      user_id: idOf(tenant, who),
      body: `<p>${words}</p>`,
      created_at: isoInstantOf(at + (index + 1) * 2_400_000),
    }),
  );
  for (const who of planned.likes ?? []) {
    log.add("news_reaction", {
      ...own,
      user_id: idOf(tenant, who),
      emoji: "like",
      created_at: isoInstantOf(at + 1_800_000),
    });
  }
  if (confirmIn === undefined) return;
  for (const who of confirmed) {
    const then = isoInstantOf(at + 3_600_000);
    log.add("news_reading", { ...own, user_id: idOf(tenant, who), seen_at: then, confirmed_at: then });
  }
}

function writePicture(log: DemoLog, tenant: DemoTenant, article_id: number, name: string, by: number, at: number) {
  const drawn = log.files.get(name);
  const id = log.id("file");
  const keyOf = (fileName: string) => {
    const digest = createHash("sha1").update(`demo news ${article_id} ${fileName}`).digest("hex");
    return `${tenant.id}/${digest.slice(0, 2)}/${digest}`;
  };
  log.add("file", {
    id,
    tenant_id: tenant.id,
    name,
    type: "image/png",
    size: drawn?.bytes.length ?? 1_000,
    storage_key: keyOf(name),
    uploaded_by: by,
    created_at: isoInstantOf(at),
    preview_state: drawn?.preview ? "ready" : "none",
    preview_key: drawn?.preview ? keyOf(`${name} preview`) : null,
    preview_size: drawn?.preview?.length ?? null,
    preview_attempts: 0,
  });
  log.add("news_file", { id: log.id("news_file"), tenant_id: tenant.id, article_id, file_id: id, kind: "picture" });
}
