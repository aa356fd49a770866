import { Button } from "@mantine/core";
import { IconCircleCheckFilled, IconEyeCheck, IconMessage } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { readNewsPage, noteNewsRead } from "../../../shared/communication/news/news.contract";
import type { NewsRow } from "../../../shared/communication/news/news.replies";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useAction, useEndpoint } from "../../platform/query";
import { useFollowNews } from "./useFollowNews";
import { NewsPicture } from "./NewsPicture";
import classes from "./news.module.css";

export function NewsSidebar() {
  const text = useText();
  const { number, day } = useFormat();
  const overview = useEndpoint(readNewsPage).data?.data;
  useFollowNews(overview?.must_read);
  if (!overview) return <aside className={classes.side} aria-label={text("news.beside")} />;
  const { must_read, most_talked, archive } = overview;
  const open = must_read.filter(({ confirmed_at }) => confirmed_at === null);
  return (
    <aside className={classes.side} aria-label={text("news.beside")}>
      {must_read.length > 0 && (
        <section className={classes.must}>
          <h2>
            <IconEyeCheck size={16} stroke={1.75} aria-hidden />
            {text("news.mustRead")} {open.length > 0 && <span>{number(open.length)}</span>}
          </h2>
          {open.map((article, index) => (
            <UnreadArticle key={article.id} article={article} whole={index === 0} />
          ))}
          {must_read
            .filter(({ confirmed_at }) => confirmed_at !== null)
            .map((article) => (
              <p key={article.id} className={classes.done}>
                <IconCircleCheckFilled size={16} aria-label={text("news.confirmed")} />
                <Link to={paths.article(article.id)} dir="auto">
                  {article.title}
                </Link>
                <span>{day(article.confirmed_at as string, "short")}</span>
              </p>
            ))}
        </section>
      )}
      {most_talked.length > 0 && (
        <section>
          <h2>{text("news.mostTalked")}</h2>
          <ol className={classes.talk}>
            {most_talked.map(({ id, title, comment_count }) => (
              <li key={id}>
                <Link to={paths.article(id)} dir="auto">
                  {title}
                </Link>
                <span className={classes.count}>
                  <IconMessage size={14} stroke={1.75} aria-hidden />
                  {number(comment_count)}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {archive.since && (
        <section>
          <h2>{text("news.archive")}</h2>
          <p>{text("news.archive.count", { count: archive.total, year: Number(archive.since.slice(0, 4)) })}</p>
        </section>
      )}
    </aside>
  );
}

/** `whole` shows the image and the button and is set for the most urgent article. Other articles show their titles. */
function UnreadArticle({ article, whole }: { article: NewsRow; whole: boolean }) {
  const text = useText();
  const { day } = useFormat();
  const confirm = useAction(noteNewsRead);
  return (
    <div className={classes.mustItem}>
      {whole && <NewsPicture picture={article.picture} />}
      <Link to={paths.article(article.id)} dir="auto">
        {article.title}
      </Link>
      {article.confirm_by && (
        <span data-pressing={whole || undefined}>
          {text("news.confirmBy", { day: day(article.confirm_by, "short") })}
        </span>
      )}
      {whole && article.summary && <p dir="auto">{article.summary}</p>}
      {whole && (
        <Button
          variant="filled"
          fullWidth
          loading={confirm.isPending}
          onClick={() => confirm.mutate({ params: { id: article.id }, body: { confirmed: true } })}
        >
          {text("news.iHaveRead")}
        </Button>
      )}
    </div>
  );
}
