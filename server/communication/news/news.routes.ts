import type { FastifyInstance } from "fastify";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import * as contract from "../../../shared/communication/news/news.contract";
import type { NewsFile } from "../../../shared/communication/news/news.replies";
import * as sectionCalls from "../../../shared/communication/news/news-sections.contract";
import { attachmentRules, checkUpload, storeUpload } from "../../platform/files/files.service";
import { replayOrRun } from "../../platform/http/idempotency";
import { languageFor } from "../../platform/http/reader-language";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import * as life from "./news-publishing.service";
import * as readers from "./news-readers.service";
import * as sections from "./news-sections.service";
import * as talk from "./news-discussion.service";
import * as read from "./news.read";
import * as write from "./news.write";

export function registerNewsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listNews, async ({ tx, actor, query, request }) =>
    read.readNewsList(tx, actor, languageFor(request), query),
  );
  serveEndpoint(app, contract.readNewsPage, async ({ tx, actor, request }) => ({
    data: await read.readNewsOverview(tx, actor, languageFor(request)),
  }));
  serveEndpoint(app, contract.readNews, async ({ tx, actor, params, query, request }) => ({
    data: await read.readArticle(tx, actor, languageFor(request), params.id, query.language),
  }));
  serveEndpoint(app, contract.readEditableNews, async ({ tx, actor, params }) => {
    await talk.authorizeNewsEditing(tx, actor, params.id);
    return { data: await read.readArticleDraft(tx, params.id) };
  });
  serveEndpoint(app, contract.createNews, async ({ tx, actor, body, text }) => ({
    message: text("news.saved"),
    data: await write.createNews(tx, actor, body),
  }));
  serveEndpoint(app, contract.updateNews, async ({ tx, actor, params, body, text }) => ({
    message: text("news.saved"),
    data: await write.updateNews(tx, actor, params.id, body),
  }));
  serveEndpoint(app, contract.deleteNews, async ({ tx, actor, params, text }) => {
    await write.deleteNews(tx, actor, params.id);
    return { message: text("news.deleted"), id: params.id };
  });
  serveEndpoint(app, contract.publishNews, async ({ tx, actor, params, body, text }) => {
    const data = await life.publishNews(tx, actor, params.id, body);
    return { message: text(data.status === "scheduled" ? "news.scheduled" : "news.published"), data };
  });
  serveEndpoint(app, contract.withdrawNews, async ({ tx, actor, params, body, text }) => {
    const data = await life.withdrawNews(tx, actor, params.id, body);
    return { message: text(data.status === "withdrawn" ? "news.withdrawn" : "news.saved"), data };
  });
  registerReading(app);
  registerSections(app);
  registerFiles(app);
}

function registerReading(app: FastifyInstance): void {
  serveEndpoint(app, contract.noteNewsRead, async ({ tx, actor, params, body, text }) => {
    await readers.recordNewsRead(tx, actor, params.id, body.confirmed ?? false);
    return { message: text("news.read") };
  });
  serveEndpoint(app, contract.listNewsReaders, async ({ tx, actor, params }) => ({
    data: await readers.readersOfNews(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.remindNews, async ({ tx, actor, params, text }) => {
    await readers.requestNewsReminder(tx, actor, params.id);
    return { message: text("news.reminded") };
  });
  serveEndpoint(app, contract.commentOnNews, async ({ tx, actor, params, body, text }) => ({
    message: text("comment.created"),
    data: await talk.addNewsComment(tx, actor, params.id, body.comment),
  }));
  serveEndpoint(app, contract.deleteNewsComment, async ({ tx, actor, params, text }) => {
    await talk.softDeleteNewsComment(tx, actor, params.id);
    return { message: text("comment.deleted"), id: params.id };
  });
  serveEndpoint(app, contract.reactToNewsComment, async ({ tx, actor, params, body, text }) => {
    await talk.reactToArticleComment(tx, actor, params.id, body.emoji, body.on ?? true);
    return { message: text("news.saved") };
  });
  serveEndpoint(app, contract.reactToNews, async ({ tx, actor, params, body, text }) => {
    await talk.reactToArticle(tx, actor, params.id, body.emoji, body.on ?? true);
    return { message: text("news.saved") };
  });
}

function registerSections(app: FastifyInstance): void {
  serveEndpoint(app, sectionCalls.listNewsChoices, async ({ tx }) => ({ data: await sections.newsChoices(tx) }));
  serveEndpoint(app, sectionCalls.createNewsSection, async ({ tx, body, text }) => ({
    message: text("news.saved"),
    data: await sections.createSection(tx, body),
  }));
  serveEndpoint(app, sectionCalls.updateNewsSection, async ({ tx, params, body, text }) => ({
    message: text("news.saved"),
    data: await sections.updateSection(tx, params.id, body),
  }));
  serveEndpoint(app, sectionCalls.deleteNewsSection, async ({ tx, params, text }) => {
    await sections.deleteSection(tx, params.id);
    return { message: text("news.deleted"), id: params.id };
  });
}

interface Answer {
  message: string;
  data: NewsFile;
}

const pictureRules = { ...attachmentRules, types: ["image/jpeg", "image/png"], message: "file.pictureType" } as const;

// Authorizes, stores the bytes, then inserts the row; no database connection is held while storing.
function registerFiles(app: FastifyInstance): void {
  serveMultiTransaction(app, contract.attachToNews, async ({ unit, actor, params, body, text, request }) => {
    await unit((tx) => talk.authorizeNewsEditing(tx, actor, params.id));
    const { kind } = body;
    const sent = request.uploads.find(({ field }) => field === "file");
    if (!sent) throw invalidFieldProblem("file", "file.missing");
    const rules = kind === "attachment" ? attachmentRules : pictureRules;
    const upload = await checkUpload(app.platform.childProcesses, actor, sent, rules);
    return storeUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const answer = await replayOrRun<Answer>(tx, request, actor.id, contract.attachToNews.status, async () => {
        const data = await talk.attachNewsFile(tx, actor, params.id, kind, keep);
        return { message: text("attachment.created", { title: data.file.name }), data };
      });
      return answer as Answer;
    });
  });
  serveEndpoint(app, contract.removeNewsFile, async ({ tx, actor, params, text }) => {
    await talk.deleteNewsFile(tx, actor, params.id);
    return { message: text("news.saved"), id: params.id };
  });
}
