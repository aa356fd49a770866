import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { listNews, readNewsPage } from "../../../shared/communication/news/news.contract";
import type { NewsRow } from "../../../shared/communication/news/news.replies";
import { newsStatuses } from "../../../shared/communication/news/news.workflow";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { useAddress } from "../../platform/address/useAddress";
import { SearchField } from "../../ui/fields/SearchField";
import { PageTabs } from "../../ui/PageTabs";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { Byline, SectionLabel } from "./Byline";
import { NewsPicture } from "./NewsPicture";
import { NewsSidebar } from "./NewsSidebar";
import { useFollowNews } from "./useFollowNews";
import classes from "./news.module.css";
import flow from "../../ui/layout/flow.module.css";

const articlesPerPage = 12;

export function NewsPage() {
  const text = useText();
  const [search, setSearch] = useAddress();
  const [visibleCount, setVisibleCount] = useState(articlesPerPage);
  const section = Number(search.get("section")) || undefined;
  const status = newsStatuses.find((one) => one === search.get("status"));
  const q = search.get("q") ?? "";
  const query = useEndpoint(
    listNews,
    {
      query: {
        per_page: Math.min(visibleCount, 200),
        ...(section && { section }),
        ...(status && { status }),
        ...(q && { q }),
      },
    },
    { placeholderData: keepPreviousData },
  );
  useFollowNews(query.data?.data);
  const seek = (words: string) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (words) next.set("q", words);
        else next.delete("q");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <h1 tabIndex={-1} data-page-title>
          {text("title.news")}
        </h1>
        <Sections section={section ?? null} status={status ?? null} />
        <span className={flow.grow} />
        <SearchField text={q} label={text("news.search")} onChange={seek} />
      </div>
      <div className={classes.columns}>
        <QueryBoundary query={query} loading={<SkeletonRows rows={6} height={104} />} failed={text("news.failed")}>
          {({ data, meta }) => (
            <div>
              <Articles articles={data} plain={q !== "" || status !== undefined} />
              {meta.total > data.length && visibleCount < 200 && (
                <Button loading={query.isFetching} onClick={() => setVisibleCount(visibleCount + articlesPerPage)}>
                  {text("news.older")}
                </Button>
              )}
            </div>
          )}
        </QueryBoundary>
        <NewsSidebar />
      </div>
    </div>
  );
}

function Sections({ section, status }: { section: number | null; status: string | null }) {
  const text = useText();
  const can = useCan();
  const sections = useEndpoint(readNewsPage).data?.data.sections ?? [];
  const ariaCurrentIf = (is: boolean) => (is ? ("page" as const) : undefined);
  return (
    <PageTabs label={text("news.sections")}>
      <Link to={paths.news} aria-current={ariaCurrentIf(section === null && status === null)}>
        {text("news.all")}
      </Link>
      {sections.map(({ id, name }) => (
        <Link key={id} to={`${paths.news}?section=${id}`} aria-current={ariaCurrentIf(section === id)}>
          <bdi>{name}</bdi>
        </Link>
      ))}
      {can("news-create") &&
        newsStatuses
          .filter((one) => one !== "published")
          .map((one) => (
            <Link key={one} data-quiet to={`${paths.news}?status=${one}`} aria-current={ariaCurrentIf(status === one)}>
              {text(`news.status.${one}`)}
            </Link>
          ))}
    </PageTabs>
  );
}

function Articles({ articles, plain }: { articles: readonly NewsRow[]; plain: boolean }) {
  const text = useText();
  if (articles.length === 0)
    return (
      <EmptyState
        title={text(plain ? "news.nothingFound" : "news.none")}
        text={text(plain ? "news.nothingFound.why" : "news.none.why")}
      />
    );
  const [lead, ...rest] = plain ? [undefined, ...articles] : articles;
  return (
    <>
      {lead && <Lead article={lead} />}
      <ul className={classes.list}>{rest.map((article) => article && <Row key={article.id} article={article} />)}</ul>
    </>
  );
}

function Lead({ article }: { article: NewsRow }) {
  return (
    <Link className={classes.lead} to={paths.article(article.id)}>
      <NewsPicture picture={article.picture} size="lead" />
      <SectionLabel article={article} />
      <h2 dir="auto">{article.title}</h2>
      {article.summary && <p dir="auto">{article.summary}</p>}
      <Byline article={article} />
    </Link>
  );
}

function Row({ article }: { article: NewsRow }) {
  const text = useText();
  const { number } = useFormat();
  return (
    <li>
      <Link className={classes.row} to={paths.article(article.id)} data-seen={article.seen || undefined}>
        <NewsPicture picture={article.picture} />
        <span className={classes.words}>
          <SectionLabel article={article} />
          <b dir="auto">{article.title}</b>
          {article.summary && (
            <span className={classes.summary} dir="auto">
              {article.summary}
            </span>
          )}
          <Byline article={article} />
        </span>
        {!article.seen && <span className="sr-only">{text("news.unseen", { count: number(1) })}</span>}
      </Link>
    </li>
  );
}
