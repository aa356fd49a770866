import type { FastifyInstance } from "fastify";
import { invalid } from "../../shared/kernel/problems";
import * as contract from "../../shared/news/news.contract";
import type { NewsFile } from "../../shared/news/news.replies";
import * as sectionCalls from "../../shared/news/news-sections.contract";
import { attachmentRules, checkUpload, keepUpload } from "../files/files.service";
import { replayOrRun } from "../platform/http/idempotency";
import { languageFor } from "../platform/http/reader-language";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps } from "../platform/http/serve/serve-in-steps";
import * as life from "./news-life.service";
import * as readers from "./news-readers.service";
import * as sections from "./news-sections.service";
import * as talk from "./news-talk.service";
import * as read from "./news.read";
import * as write from "./news.write";

export function registerNewsRoutes(app: FastifyInstance): void {
  serve(app, contract.listNews, async ({ tx, actor, query, request }) =>
    read.newsList(tx, actor, languageFor(request), query),
  );
  serve(app, contract.newsOverview, async ({ tx, actor, request }) => ({
    data: await read.newsOverview(tx, actor, languageFor(request)),
  }));
  serve(app, contract.readNews, async ({ tx, actor, params, query, request }) => ({
    data: await read.article(tx, actor, languageFor(request), params.id, query.language),
  }));
  serve(app, contract.editableNews, async ({ tx, actor, params }) => {
    await talk.authorizeEditing(tx, actor, params.id);
    return { data: await read.draft(tx, params.id) };
  });
  serve(app, contract.createNews, async ({ tx, actor, body, text }) => ({
    message: text("news.saved"),
    data: await write.createNews(tx, actor, body),
  }));
  serve(app, contract.updateNews, async ({ tx, actor, params, body, text }) => ({
    message: text("news.saved"),
    data: await write.updateNews(tx, actor, params.id, body),
  }));
  serve(app, contract.deleteNews, async ({ tx, actor, params, text }) => {
    await write.deleteNews(tx, actor, params.id);
    return { message: text("news.deleted"), id: params.id };
  });
  serve(app, contract.publishNews, async ({ tx, actor, params, body, text }) => {
    const data = await life.publishNews(tx, actor, params.id, body);
    return { message: text(data.status === "scheduled" ? "news.scheduled" : "news.published"), data };
  });
  serve(app, contract.withdrawNews, async ({ tx, actor, params, body, text }) => {
    const data = await life.withdrawNews(tx, actor, params.id, body);
    return { message: text(data.status === "withdrawn" ? "news.withdrawn" : "news.saved"), data };
  });
  registerReading(app);
  registerSections(app);
  registerFiles(app);
}

function registerReading(app: FastifyInstance): void {
  serve(app, contract.noteNewsRead, async ({ tx, actor, params, body, text }) => {
    await readers.noteRead(tx, actor, params.id, body.confirmed ?? false);
    return { message: text("news.read") };
  });
  serve(app, contract.newsReaders, async ({ tx, actor, params }) => ({
    data: await readers.readersOfNews(tx, actor, params.id),
  }));
  serve(app, contract.remindNews, async ({ tx, actor, params, text }) => {
    await readers.remind(tx, actor, params.id);
    return { message: text("news.reminded") };
  });
  serve(app, contract.commentOnNews, async ({ tx, actor, params, body, text }) => ({
    message: text("comment.created"),
    data: await talk.comment(tx, actor, params.id, body.comment),
  }));
  serve(app, contract.deleteNewsComment, async ({ tx, actor, params, text }) => {
    await talk.deleteComment(tx, actor, params.id);
    return { message: text("comment.deleted"), id: params.id };
  });
  serve(app, contract.reactToNewsComment, async ({ tx, actor, params, body, text }) => {
    await talk.reactToComment(tx, actor, params.id, body.emoji, body.on ?? true);
    return { message: text("news.saved") };
  });
  serve(app, contract.reactToNews, async ({ tx, actor, params, body, text }) => {
    await talk.react(tx, actor, params.id, body.emoji, body.on ?? true);
    return { message: text("news.saved") };
  });
}

function registerSections(app: FastifyInstance): void {
  serve(app, sectionCalls.newsChoices, async ({ tx }) => ({ data: await sections.newsChoices(tx) }));
  serve(app, sectionCalls.createNewsSection, async ({ tx, body, text }) => ({
    message: text("news.saved"),
    data: await sections.createSection(tx, body),
  }));
  serve(app, sectionCalls.updateNewsSection, async ({ tx, params, body, text }) => ({
    message: text("news.saved"),
    data: await sections.updateSection(tx, params.id, body),
  }));
  serve(app, sectionCalls.deleteNewsSection, async ({ tx, params, text }) => {
    await sections.deleteSection(tx, params.id);
    return { message: text("news.deleted"), id: params.id };
  });
}

interface Answer {
  message: string;
  data: NewsFile;
}

/** What stands large above an article, or within its text. */
const pictureRules = { ...attachmentRules, types: ["image/jpeg", "image/png"], message: "file.pictureType" } as const;

// May they, keep the bytes, then the row: while the store is busy no connection is held.
function registerFiles(app: FastifyInstance): void {
  serveInSteps(app, contract.attachToNews, async ({ unit, actor, params, body, text, request }) => {
    await unit((tx) => talk.authorizeEditing(tx, actor, params.id));
    const { kind } = body;
    const sent = request.uploads.find(({ field }) => field === "file");
    if (!sent) throw invalid("file", "file.missing");
    const rules = kind === "attachment" ? attachmentRules : pictureRules;
    const upload = await checkUpload(app.platform.childProcesses, actor, sent, rules);
    return keepUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const answer = await replayOrRun<Answer>(tx, request, actor.id, contract.attachToNews.status, async () => {
        const data = await talk.attach(tx, actor, params.id, kind, keep);
        return { message: text("attachment.created", { title: data.file.name }), data };
      });
      return answer as Answer;
    });
  });
  serve(app, contract.removeNewsFile, async ({ tx, actor, params, text }) => {
    await talk.removeFile(tx, actor, params.id);
    return { message: text("news.saved"), id: params.id };
  });
}
