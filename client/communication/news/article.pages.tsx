import { Button } from "@mantine/core";
import { IconArrowLeft, IconCircleCheckFilled, IconFileText } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { isLanguage, type Language, languages } from "../../../shared/kernel/languages";
import { deleteNews, noteNewsRead, readNews, withdrawNews } from "../../../shared/communication/news/news.contract";
import type { NewsArticle } from "../../../shared/communication/news/news.replies";
import { useFileSize } from "../../work/attachments/useFileSize";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useAction, useEndpoint } from "../../platform/query";
import { useScreenTitle } from "../../platform/screen-title";
import { Avatar } from "../../ui/signs/Avatar";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonArticle } from "../../ui/states/Skeleton";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { shownHtml } from "../../ui/text-editor/shown-html";
import { toast } from "../../ui/toast/toast";
import { ArticleDiscussion } from "./ArticleDiscussion";
import { NewsPicture } from "./NewsPicture";
import { ReadersPanel } from "./ReadersPanel";
import { SectionLabel } from "./Byline";
import { useFollowNews } from "./useFollowNews";
import classes from "./news.module.css";

export function ArticlePage() {
  const text = useText();
  const id = Number(useParams().id);
  const language = useSearchParams()[0].get("language");
  const requestedLanguage = isLanguage(language) ? language : undefined;
  const query = useEndpoint(readNews, {
    params: { id },
    query: requestedLanguage ? { language: requestedLanguage } : {},
  });
  const article = query.data?.data;
  useFollowNews(article && [article]);
  useScreenTitle(article?.title);
  useMarkSeen(article);
  return (
    <QueryBoundary query={query} loading={<LoadingArticle />} failed={text("news.failed")}>
      {({ data }) => <Article key={data.id} article={data} />}
    </QueryBoundary>
  );
}

const LoadingArticle = () => (
  <div className={classes.page}>
    <SkeletonArticle />
  </div>
);

function useMarkSeen(article: NewsArticle | undefined): void {
  const { mutate } = useAction(noteNewsRead, { onProblem: () => true });
  const unseenId = article && !article.seen && article.status === "published" ? article.id : null;
  useEffect(() => {
    if (unseenId !== null) mutate({ params: { id: unseenId }, body: {} });
  }, [unseenId, mutate]);
}

function Article({ article }: { article: NewsArticle }) {
  const text = useText();
  const { day, dateTime, list } = useFormat();
  const { author, audience } = article;
  const audienceNames = [...audience.departments, ...audience.groups].map(({ name }) => name);
  const whom = audience.everyone
    ? text("news.forEveryone")
    : text("news.for", { whom: list([...audienceNames, ...audience.locations]) });
  const at = article.published_at ?? article.publish_at;
  const { direction } = languages[article.language as Language];
  return (
    <article className={classes.page}>
      <Link to={paths.news} className={classes.back}>
        <IconArrowLeft size={16} stroke={1.75} className="flip" aria-hidden />
        {text("news.back")}
      </Link>
      <NewsPicture picture={article.picture} size="hero" />
      <div className={classes.article}>
        <div className={classes.text}>
          <SectionLabel article={article} />
          <h1 tabIndex={-1} data-page-title lang={article.language} dir={direction}>
            {article.title}
          </h1>
          <div className={classes.author}>
            <Avatar person={author} size={28} hasVisibleName />
            <span>
              <b>
                <bdi>{author.fullname}</bdi>
              </b>
              <span>
                {at && <time dateTime={at}>{article.publish_at ? dateTime(at) : day(at, "medium")}</time>}
                <span>{text("news.minutes", { count: article.minutes })}</span>
                <span>{whom}</span>
              </span>
            </span>
          </div>
          {article.summary && (
            <p className={classes.intro} lang={article.language} dir={direction}>
              {article.summary}
            </p>
          )}
          <Body html={article.body} language={article.language} direction={direction} />
          <Confirm article={article} />
          <ArticleDiscussion article={article} />
        </div>
        <ArticleAside article={article} />
      </div>
    </article>
  );
}

/** Loads images only when they come close to the viewport. */
const lazy = (html: string) => html.replaceAll("<img ", '<img loading="lazy" ');

/** The server has sanitized this HTML; no other HTML may be rendered here. Its headings are shifted below the article's title. */
function Body({ html, language, direction }: { html: string; language: string; direction: string }) {
  const innerHtml = useMemo(
    () => ({
      __html: shownHtml(
        lazy(html)
          .replace(/<(\/?)h3>/g, "<$1h2>")
          .replace(/<(\/?)h4>/g, "<$1h3>"),
      ),
    }),
    [html],
  );
  return <div className={classes.copy} lang={language} dir={direction} dangerouslySetInnerHTML={innerHtml} />;
}

function Confirm({ article }: { article: NewsArticle }) {
  const text = useText();
  const { day } = useFormat();
  const confirm = useAction(noteNewsRead, { onSuccess: () => toast.done(text("news.confirmed")) });
  if (article.confirmed_at)
    return (
      <p className={classes.done}>
        <IconCircleCheckFilled size={16} aria-hidden />
        <span>{text("news.confirmedOn", { day: day(article.confirmed_at, "medium") })}</span>
      </p>
    );
  if (!article.can.confirm) return null;
  return (
    <div className={classes.confirm}>
      <span>
        {article.confirm_by
          ? text("news.confirmBy", { day: day(article.confirm_by, "medium") })
          : text("news.mustRead.why")}
      </span>
      <Button
        variant="filled"
        loading={confirm.isPending}
        onClick={() => confirm.mutate({ params: { id: article.id }, body: { confirmed: true } })}
      >
        {text("news.iHaveRead")}
      </Button>
    </div>
  );
}

function ArticleAside({ article }: { article: NewsArticle }) {
  const text = useText();
  const sizeOf = useFileSize();
  const attached = article.files.filter(({ kind }) => kind === "attachment");
  return (
    <aside className={classes.meta} aria-label={text("news.beside")}>
      {article.can.edit && <Actions article={article} />}
      {attached.length > 0 && (
        <section>
          <h3>{text("news.attached")}</h3>
          {attached.map(({ id, file }) => (
            <a key={id} className={classes.file} href={file.url} target="_blank" rel="noreferrer">
              <IconFileText size={16} stroke={1.75} aria-hidden />
              <span>
                <bdi>{file.name}</bdi>
                <small>{sizeOf(file.size)}</small>
              </span>
            </a>
          ))}
        </section>
      )}
      {article.languages.length > 1 && (
        <section>
          <h3>{text("news.readIn")}</h3>
          {article.languages.map((code) => {
            const { name } = languages[code as Language];
            return code === article.language ? (
              <b key={code} lang={code} aria-current="true">
                <bdi>{name}</bdi>
              </b>
            ) : (
              <Link key={code} lang={code} to={`${paths.article(article.id)}?language=${code}`} replace>
                <bdi>{name}</bdi>
              </Link>
            );
          })}
        </section>
      )}
      {article.can.edit && article.status === "published" && <ReadersPanel article={article} />}
      {article.next && (
        <section>
          <h3>{text("news.next")}</h3>
          <Link to={paths.article(article.next.id)} dir="auto">
            {article.next.title}
          </Link>
        </section>
      )}
    </aside>
  );
}

function Actions({ article }: { article: NewsArticle }) {
  const text = useText();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const withdraw = useAction(withdrawNews, { onSuccess: ({ message }) => toast.done(message ?? "") });
  const remove = useAction(deleteNews, { onSuccess: () => void navigate(paths.news) });
  const { id, can, title } = article;
  return (
    <section className={classes.actions}>
      <Button component={Link} to={paths.articleEdit(id)}>
        {text("action.edit")}
      </Button>
      {can.withdraw && (
        <Button
          variant="subtle"
          color="gray"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate({ params: { id }, body: {} })}
        >
          {text(article.status === "scheduled" ? "news.unschedule" : "news.takeDown")}
        </Button>
      )}
      {can.delete && (
        <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
          {text("action.delete")}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={text("news.delete", { title })}
        confirmLabel={text("action.delete")}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } })}
        onClose={() => setAsking(false)}
      >
        {text("news.delete.why")}
      </ConfirmDialog>
    </section>
  );
}
